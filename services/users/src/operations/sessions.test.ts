import { beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  systemActor,
  usersActor,
  usersChangePassword,
  usersDisable,
  usersEndOtherSessions,
  usersEndSession,
  usersRefreshSession,
  usersSessions,
  usersSetPassword,
  type Actor,
  type InputOf,
  type LoginAnswer,
  type usersLogin,
} from '@svc/contracts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, { ACCESS_TOKEN_MINUTES: '5' });
let made = 0;
let username: string;
let user: Actor;

beforeEach(async () => {
  username = `session-user-${(made += 1)}`;
  user = await harness.newUser(username);
});

const login = (given: Partial<InputOf<typeof usersLogin>> = {}) =>
  harness.login(username, { refresh: true, user_agent: 'Phone', ...given });
const gateway = systemActor('gateway');

const refresh = (
  { refresh_token: token = '' }: { refresh_token?: string | undefined },
  address = '192.0.2.9',
) =>
  harness.call(usersRefreshSession, { refresh_token: token, issuer: 'https://ref.test', address }, gateway);

interface Claims {
  readonly sid: string;
  readonly jti: string;
  readonly iat: number;
  readonly exp: number;
  readonly data: { user: { id: string; tv: number } };
}

/** The actor of an access token, as a gateway asks for it. */
async function actorOf({ token }: Pick<LoginAnswer, 'token'>): Promise<Actor | null> {
  const { sid, jti, iat, data } = decodeJwt<Claims>(token);
  const given = { token_version: data.user.tv, token_id: jti, token_issued_at: iat, session_id: sid };
  return (await harness.ask(usersActor, { user_id: Number(data.user.id), ...given })).actor;
}

const list = async (actor: Actor) => (await harness.call(usersSessions, {}, actor)).sessions;
const stored = () => harness.collection<{ _id: string }>('sessions');
const sidOf = ({ token }: LoginAnswer) => decodeJwt<Claims>(token).sid;
/** As if the refresh token had been valid for so many seconds. */
const age = (answer: LoginAnswer, seconds: number) =>
  stored().updateOne(
    { _id: sidOf(answer) },
    { $set: { 'refresh.since': new Date(Date.now() - seconds * 1_000) } },
  );

const invalid = { code: 'refresh_token_invalid', status: 401 };
const reused = { code: 'refresh_token_reused', status: 401 };

test('a login without refresh is answered as before, and is a session', async () => {
  const answer = await login({ refresh: false });
  expect(answer).not.toHaveProperty('refresh_token');
  expect(answer).not.toHaveProperty('expires_in');
  const { iat, exp } = decodeJwt<Claims>(answer.token);
  expect(exp - iat).toBe(7 * 24 * 60 * 60);
  expect(await actorOf(answer)).toMatchObject({ userId: user.userId, sessionId: sidOf(answer) });
});

test('a login with refresh gets a short access token and a refresh token', async () => {
  const answer = await login();
  expect(answer).toMatchObject({ expires_in: 300, refresh_token: expect.stringMatching(/^rvr_/) });
  const { iat, exp } = decodeJwt<Claims>(answer.token);
  expect(exp - iat).toBe(300);
});

test('a refresh is answered in the shape of the login, with the next tokens', async () => {
  const first = await login();
  const second = await refresh(first);
  expect(Object.keys(second).toSorted()).toEqual(Object.keys(first).toSorted());
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(await actorOf(second)).toMatchObject({ userId: user.userId });
  expect(await refresh(second)).toMatchObject({ expires_in: 300 });
});

test('refreshes that race get the same answer, on every instance', async () => {
  const first = await login();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await refresh(first)).toEqual(answers[0]);
});

test('a refresh token that is used again later ends the session with all its tokens', async () => {
  const first = await login();
  const second = await refresh(first);
  await age(second, 6);
  await expect(refresh(first)).rejects.toMatchObject(reused);
  await expect(refresh(second)).rejects.toMatchObject(reused);
  for (const answer of [first, second]) expect(await actorOf(answer)).toBeNull();
  expect((await harness.eventsOf(user.userId)).at(-1)).toMatchObject({ data: { changed: ['sessions'] } });
});

test('a refresh token before the last one ends the session, even within five seconds', async () => {
  const first = await login();
  const third = await refresh(await refresh(first));
  await expect(refresh(first)).rejects.toMatchObject(reused);
  await expect(refresh(third)).rejects.toMatchObject(reused);
});

test('another session of the user survives the end of one', async () => {
  const other = await login({ user_agent: 'Laptop' });
  const first = await login();
  await age(await refresh(first), 6);
  await expect(refresh(first)).rejects.toMatchObject(reused);
  expect(await refresh(other)).toMatchObject({ expires_in: 300 });
});

describe('a refresh token is refused, and nothing changes,', () => {
  test.each<[string, (token: string) => string]>([
    ['when it is empty', () => ''],
    ['when it is another text', () => 'rvr_x'],
    ['with another number', (token) => token.replace(/\.1\./, '.2.')],
    ['with another session', (token) => token.replace('rvr_', 'rvr_A')],
    ['with another MAC', (token) => token.replace(/.{4}$/, 'AAAA')],
    ['without its MAC', (token) => token.replace(/\.[^.]*$/, '')],
    ['with a second MAC', (token) => `${token}${token.slice(-43)}`],
    ['that is an access token', () => 'a.b.c'],
  ])('%s', async (_what, change) => {
    const answer = await login();
    await expect(refresh({ refresh_token: change(String(answer.refresh_token)) })).rejects.toMatchObject(
      invalid,
    );
    expect(await refresh(answer)).toMatchObject({ expires_in: 300 });
  });

  test('after its end', async () => {
    const answer = await login();
    await stored().updateOne({ _id: sidOf(answer) }, { $set: { expiresAt: new Date() } });
    await expect(refresh(answer)).rejects.toMatchObject(invalid);
  });

  test('of a disabled user, also after they were enabled', async () => {
    const answer = await login();
    for (const disabled of [true, false]) {
      await harness.ask(usersDisable, { username, disabled });
      await expect(refresh(answer)).rejects.toMatchObject(invalid);
    }
  });

  test('after a new password', async () => {
    const answer = await login();
    await harness.ask(usersSetPassword, { username, password: 'another-password' });
    await expect(refresh(answer)).rejects.toMatchObject(invalid);
  });
});

test('the session that changed the password goes on, the others end', async () => {
  const [mine, other] = await Promise.all([login(), login()]);
  const me = await actorOf(mine);
  const input = { password: 'another-password', address: '192.0.2.9' };
  await harness.call(usersChangePassword, input, me as Actor);
  expect(await actorOf(mine)).not.toBeNull();
  await expect(refresh(other)).rejects.toMatchObject(invalid);
  const next = await refresh(mine);
  expect(await actorOf(next)).not.toBeNull();
  expect(await list(user)).toMatchObject([{ id: sidOf(mine) }]);
});

test('sessions are listed with their device, address and times', async () => {
  const phone = await login({ address: '192.0.2.50' });
  await login({ user_agent: 'Laptop', refresh: false });
  const me = await actorOf(phone);
  const sessions = await list(me as Actor);
  expect(sessions.map(({ device, current }) => [device, current]).toSorted()).toEqual([
    ['Laptop', false],
    ['Phone', true],
  ]);
  expect(sessions.find(({ current }) => current)).toEqual({
    id: sidOf(phone),
    device: 'Phone',
    address: '192.0.2.50',
    created_at: expect.stringMatching(/Z$/),
    last_used_at: expect.stringMatching(/Z$/),
    current: true,
  });
});

test('a session that was ended accepts no token, and is not listed', async () => {
  const [ended, kept] = await Promise.all([login(), login()]);
  const end = (id: string, actor = user) => harness.call(usersEndSession, { id }, actor);
  expect(await end(sidOf(ended))).toBe(true);
  expect(await actorOf(ended)).toBeNull();
  await expect(refresh(ended)).rejects.toMatchObject(invalid);
  await expect(end(sidOf(ended))).rejects.toMatchObject({ code: 'rest_invalid_param' });
  const stranger = await harness.newUser(`${username}-stranger`);
  await expect(end(sidOf(kept), stranger)).rejects.toMatchObject({ code: 'rest_invalid_param' });
  expect(await list(user)).toMatchObject([{ id: sidOf(kept) }]);
});

test('signing out of the others keeps the session of the request', async () => {
  const [mine, other] = await Promise.all([login(), login()]);
  const me = (await actorOf(mine)) as Actor;
  expect(await harness.call(usersEndOtherSessions, {}, me)).toBe(true);
  expect(await actorOf(mine)).not.toBeNull();
  expect(await actorOf(other)).toBeNull();
  expect(await list(me)).toMatchObject([{ id: sidOf(mine), current: true }]);
});

test('no token is stored', async () => {
  const answer = await login();
  const next = await refresh(answer);
  const documents = JSON.stringify(await stored().find().toArray());
  for (const token of [answer.refresh_token, next.refresh_token, next.token])
    expect(documents).not.toContain(String(token).slice(-20));
});
