import { beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import {
  systemActor,
  usersActor,
  usersBeginTotp,
  usersConfirmTotp,
  usersRefreshSession,
  usersRemoveTotp,
  usersResetSecondFactor,
  usersSecondFactor,
  usersSetRoles,
  type Actor,
  type InputOf,
  type ServiceError,
  type usersLogin,
} from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, {
  SECOND_FACTOR_ROLES: 'dispatcher',
  LOGIN_ATTEMPTS: '3',
  LOGIN_WINDOW_SECONDS: '60',
});
let made = 0;
let username: string;
let user: Actor;

beforeEach(async () => {
  username = `factor-user-${(made += 1)}`;
  user = await harness.newUser(username);
});

type Given = Partial<InputOf<typeof usersLogin>>;
const login = (given: Given = {}) => harness.login(username, given);
const begin = (actor = user, code?: string) => harness.call(usersBeginTotp, { code }, actor);
const confirm = (code: string, actor = user) => harness.call(usersConfirmTotp, { code }, actor);
const remove = (code: string, actor = user) => harness.call(usersRemoveTotp, { code }, actor);
const describeFactor = (actor = user) => harness.call(usersSecondFactor, {}, actor);
/** The code of a secret, some periods from now. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });
const stored = () =>
  harness.collection<{ _id: number; totp: { secret: string; lastPeriod: number } | null }>('second_factors');
/** As if no code had been used yet. */
const forgetUse = () => stored().updateOne({ _id: user.userId }, { $set: { 'totp.lastPeriod': 0 } });

async function setUp(actor = user) {
  const { secret } = await begin(actor);
  const { recovery_codes: codes = [] } = await confirm(codeOf(secret), actor);
  await forgetUse();
  return { secret, codes };
}

interface Claims {
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly data: { user: { id: string; tv: number } };
}

async function actorOf(token: string): Promise<Actor | null> {
  const { sid, jti, iat, data } = decodeJwt<Claims>(token);
  const given = { token_version: data.user.tv, token_id: jti, token_issued_at: iat, session_id: sid };
  return (await harness.ask(usersActor, { user_id: Number(data.user.id), ...given })).actor;
}

const needed = { code: 'second_factor_required', status: 401 };
const refused = { code: 'second_factor_required', status: 403 };
const limited = { code: 'too_many_requests', status: 429 };

test('an app is set up with its secret, and confirmed with a code of it', async () => {
  const { secret, otpauth_url: url } = await begin();
  expect(url).toContain(`secret=${secret}`);
  expect(await describeFactor()).toMatchObject({ totp: false, recovery_codes: 0, required: false });
  // Until then a login needs no code.
  await login();
  await expect(confirm('000000')).rejects.toMatchObject(refused);
  const { recovery_codes: codes } = await confirm(codeOf(secret));
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  expect(await describeFactor()).toMatchObject({ totp: true, recovery_codes: 10, required: false });
  expect((await harness.eventsOf(user.userId)).at(-1)).toMatchObject({
    data: { changed: ['second_factor'] },
  });
});

test('a login then needs a code as well, and the refusal names API keys', async () => {
  const { secret } = await setUp();
  await expect(login()).rejects.toMatchObject({ ...needed, message: expect.stringMatching(/API key/) });
  await expect(login({ code: '' })).rejects.toMatchObject(needed);
  expect(await login({ code: codeOf(secret) })).toMatchObject({ user_email: `${username}@ref.test` });
});

test('a wrong password is refused in the same way with and without a second factor', async () => {
  const { secret } = await setUp();
  const wrong = { password: 'not it' };
  for (const code of [undefined, codeOf(secret)])
    await expect(login({ ...wrong, code })).rejects.toMatchObject({ code: 'jwt_auth_failed', status: 403 });
  // The code of the refused login is not used up.
  expect(await login({ code: codeOf(secret) })).toHaveProperty('token');
});

test('each code is valid once, on all instances together, and none before it', async () => {
  const { secret } = await setUp();
  const code = codeOf(secret);
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => login({ code })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a code of an earlier period is refused after a later one', async () => {
  const { secret } = await setUp();
  expect(await login({ code: codeOf(secret, 1) })).toHaveProperty('token');
  await expect(login({ code: codeOf(secret) })).rejects.toMatchObject(needed);
});

test('a recovery code is valid once, however it is written', async () => {
  const { codes } = await setUp();
  const code = String(codes[0]);
  expect(await login({ code: ` ${code.toUpperCase().replaceAll('-', ' ')} ` })).toHaveProperty('token');
  await expect(login({ code })).rejects.toMatchObject(needed);
  expect(await describeFactor()).toMatchObject({ recovery_codes: 9 });
});

describe('wrong codes', () => {
  test('are limited, for the right code too, and from all addresses together', async () => {
    const { secret } = await setUp();
    for (let count = 0; count < 3; count += 1)
      await expect(login({ code: '000000' })).rejects.toMatchObject(needed);
    await harness.prolongDelays();
    await expect(login({ code: codeOf(secret) })).rejects.toMatchObject(limited);
  });

  test('do not start again with the right password', async () => {
    await setUp();
    const address = '198.51.100.77';
    const codes = [];
    for (let count = 0; count < 6; count += 1) {
      const error = await login({ code: '000000', address }).catch((reason: unknown) => reason);
      codes.push((error as ServiceError).code);
      await harness.prolongDelays();
    }
    expect(codes.slice(-1)).toEqual(['too_many_requests']);
  });
});

describe('a second factor is not lowered', () => {
  test('by another secret without a code of the first', async () => {
    const { secret } = await setUp();
    await expect(begin()).rejects.toMatchObject(refused);
    await expect(begin(user, '000000')).rejects.toMatchObject(refused);
    const next = await begin(user, codeOf(secret));
    expect(next.secret).not.toBe(secret);
    await forgetUse();
    // The first one stays in force until the other is confirmed.
    expect(await login({ code: codeOf(secret) })).toHaveProperty('token');
    await confirm(codeOf(next.secret));
    await forgetUse();
    await expect(login({ code: codeOf(secret) })).rejects.toMatchObject(needed);
    expect(await login({ code: codeOf(next.secret) })).toHaveProperty('token');
  });

  test('by its removal without a code', async () => {
    const { secret, codes } = await setUp();
    await expect(remove('000000')).rejects.toMatchObject(refused);
    expect(await describeFactor()).toMatchObject({ totp: true });
    expect(await remove(codeOf(secret))).toBe(true);
    expect(await describeFactor()).toMatchObject({ totp: false, recovery_codes: 0, required: false });
    expect(await login()).toHaveProperty('token');
    await expect(remove(String(codes[1]))).rejects.toMatchObject({ code: 'rest_invalid_param' });
  });

  test('by a secret that was begun long ago', async () => {
    const { secret } = await begin();
    await stored().updateOne({ _id: user.userId }, { $set: { 'begun.createdAt': new Date(0) } });
    await expect(confirm(codeOf(secret))).rejects.toMatchObject({ code: 'rest_invalid_param' });
  });
});

describe('for a role that requires one', () => {
  const setRoles = (roles: string[]) => harness.ask(usersSetRoles, { username, roles });
  const setupToken = async () => {
    const error = (await login().catch((reason: unknown) => reason)) as ServiceError;
    expect(error).toMatchObject({ ...needed, message: expect.stringMatching(/API key/) });
    return String(error.data['setup_token']);
  };

  test('a login without one gets a token that sets one up, and nothing else', async () => {
    await setRoles(['dispatcher']);
    const token = await setupToken();
    const actor = (await actorOf(token)) as Actor;
    expect(actor).toMatchObject({ userId: user.userId, setsUpSecondFactor: true });
    expect(await describeFactor(actor)).toMatchObject({ totp: false, required: true });
    const { secret } = await setUp(actor);
    // The token is still limited: the next login proves the factor.
    expect(await actorOf(token)).toMatchObject({ setsUpSecondFactor: true });
    const { token: full } = await login({ code: codeOf(secret) });
    expect(await actorOf(full)).not.toHaveProperty('setsUpSecondFactor');
    await expect(remove(codeOf(secret), actor)).rejects.toMatchObject(refused);
  });

  test('tokens of earlier logins without one end, and are not renewed', async () => {
    const answer = await login({ refresh: true });
    await setRoles(['dispatcher']);
    expect(await actorOf(answer.token)).toBeNull();
    const refreshing = {
      refresh_token: String(answer.refresh_token),
      issuer: 'https://ref.test',
      address: '192.0.2.1',
    };
    await expect(harness.call(usersRefreshSession, refreshing, systemActor('gateway'))).rejects.toMatchObject(
      { code: 'refresh_token_invalid' },
    );
  });

  test('the session that set one up before goes on', async () => {
    const { token } = await login();
    await setUp((await actorOf(token)) as Actor);
    await setRoles(['dispatcher']);
    expect(await actorOf(token)).toMatchObject({ roles: ['dispatcher'] });
  });

  test('it is replaced, and not removed', async () => {
    const { secret } = await setUp();
    await setRoles(['dispatcher']);
    await expect(remove(codeOf(secret))).rejects.toMatchObject(refused);
    expect(await begin(user, codeOf(secret))).toHaveProperty('secret');
  });
});

test('the admin tool removes the second factor of a user who has lost it, and ends their sessions', async () => {
  const { secret } = await setUp();
  const { token } = await login({ code: codeOf(secret) });
  expect(await harness.ask(usersResetSecondFactor, { username })).toBe(true);
  expect(await actorOf(token)).toBeNull();
  expect(await login()).toHaveProperty('token');
  await expect(harness.ask(usersResetSecondFactor, { username: 'nobody' })).rejects.toMatchObject({
    code: 'user_id',
  });
});

test('neither the secret nor a code is stored', async () => {
  const { secret, codes } = await setUp();
  const documents = JSON.stringify(await stored().find().toArray());
  for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
    expect(documents).not.toContain(text);
});

test('a repeat of the confirmation is answered without the codes', async () => {
  const { secret } = await begin();
  const options = { idempotencyKey: `confirm-${username}`, milliseconds: 30_000 };
  const code = codeOf(secret);
  const send = () => harness.harness.call(usersConfirmTotp, { code }, user, options);
  expect(await send()).toHaveProperty('recovery_codes');
  expect(await send()).toEqual({});
});
