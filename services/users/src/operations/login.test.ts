import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  usersActor,
  usersChangePassword,
  usersDisable,
  type Actor,
  type usersLogin,
  usersSetPassword,
  type InputOf,
} from '@svc/contracts';
import { argon2id, formatPhc } from '../passwords/hash-password.ts';
import { harnessOfSuite, type UsersHarness } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2, {
  LOGIN_ATTEMPTS: '4',
  LOGIN_ATTEMPTS_PER_ACCOUNT: '12',
  LOGIN_ATTEMPTS_PER_ADDRESS: '9',
  LOGIN_WINDOW_SECONDS: '60',
});
const password = 'secret-password';

const login: UsersHarness['login'] = (...given) => harness.login(...given);

/** The id of a new user. */
const make = async (username: string) =>
  (await harness.newUser(username, { name: `${username} Person` })).userId;

const refused = { code: 'jwt_auth_failed', status: 403, message: 'Invalid Credentials.' };
const limited = { code: 'too_many_requests', status: 429 };

async function actorOf(token: string) {
  const { user } = decodeJwt<{ data: { user: { id: string; tv: number } } }>(token).data;
  return (await harness.ask(usersActor, { user_id: Number(user.id), token_version: user.tv })).actor;
}

test('a user logs in by name or e-mail, in any case', async () => {
  const id = await make('Mona');
  for (const username of ['Mona', 'mona', 'MONA@ref.test', ' mona@REF.test ']) {
    const { token, ...rest } = await login(username);
    const names = { user_email: 'Mona@ref.test', user_nicename: 'mona', user_display_name: 'Mona Person' };
    expect(rest).toEqual({ ...names, locale: 'en_US' });
    const data = { user: { id: String(id), tv: 0 } };
    expect(decodeJwt(token)).toMatchObject({ iss: 'https://ref.test', data });
  }
});

test.each([
  ['a wrong password', 'Wanda', { password: 'not it' }],
  ['an empty password', 'Wanda', { password: '' }],
  ['a password in another case', 'Wanda', { password: password.toUpperCase() }],
  ['an unknown user', 'nobody', {}],
  ['no user name', '', {}],
])('a login with %s is refused with the same message', async (_what, username, given) => {
  await make('Wanda').catch(() => undefined);
  await expect(login(username, given)).rejects.toMatchObject(refused);
});

test('a disabled user is refused like a wrong password and their tokens become invalid', async () => {
  await make('Dora');
  const { token } = await login('Dora');
  expect(await actorOf(token)).toMatchObject({ displayName: 'Dora Person' });
  await harness.ask(usersDisable, { username: 'Dora', disabled: true });
  await expect(login('Dora')).rejects.toMatchObject(refused);
  expect(await actorOf(token)).toBeNull();
  await harness.ask(usersDisable, { username: 'Dora', disabled: false });
  expect(await actorOf(token)).toBeNull();
  expect(await actorOf((await login('Dora')).token)).toMatchObject({ kind: 'user' });
});

test('a new password replaces the old one and ends earlier sessions', async () => {
  await make('Pia');
  const { token } = await login('Pia');
  await harness.ask(usersSetPassword, { username: 'pia', password: 'another-password' });
  await expect(login('Pia')).rejects.toMatchObject(refused);
  expect(await actorOf(token)).toBeNull();
  const renewed = await login('Pia', { password: 'another-password' });
  expect(await actorOf(renewed.token)).toMatchObject({ displayName: 'Pia Person' });
});

/** Fails so many times, from one address or each time from another. */
async function fail(username: string, times: number, given: Partial<InputOf<typeof usersLogin>> = {}) {
  for (let count = 0; count < times; count += 1)
    await expect(login(username, { password: 'no', ...given })).rejects.toMatchObject(refused);
}

/** How long the next attempt has to wait. */
async function secondsToWait(...[username, given]: Parameters<typeof login>): Promise<number> {
  const error = await login(username, given).catch((reason: unknown) => reason);
  expect(error).toMatchObject(limited);
  return (error as { data: { retry_after: number } }).data.retry_after;
}

const past = new Date(Date.now() - 1);

test('repeated failures from one address delay even correct logins, longer each time', async () => {
  await make('Lena');
  const at = { address: '198.51.100.7' };
  await fail('Lena', 3, at);
  const failed = harness.collection<{ _id: string }>('failed_logins');
  for (const seconds of [1, 2, 4, 8, 16]) {
    const begun = Date.now();
    await fail('Lena', 1, at);
    const counted = await failed.findOne({ _id: / from 198\.51\.100\.7$/ });
    const wait = (Reflect.get(counted ?? {}, 'refusedUntil') as Date).getTime() - begun;
    expect(wait).toBeGreaterThanOrEqual(seconds * 1000);
    expect(wait).toBeLessThanOrEqual(seconds * 1000 + Date.now() - begun);
    await harness.prolongDelays();
    await secondsToWait('LENA', at);
    await failed.updateMany({}, { $set: { refusedUntil: past } });
  }
  await failed.updateMany({ _id: / from / }, { $set: { failures: 70, refusedUntil: past } });
  await failed.deleteOne({ _id: `address ${at.address}` });
  await fail('Lena', 1, at);
  expect(await secondsToWait('Lena', at)).toBeGreaterThan(50);
  await login('Lena');
});

test('failures elsewhere lock an account except from networks of earlier logins', async () => {
  const id = await make('Otto');
  const home = { address: '198.51.100.8' };
  await login('Otto', home);
  const begun = Date.now();
  await fail('Otto', 12);
  const wait = await secondsToWait('Otto');
  expect(wait + (Date.now() - begun) / 1000).toBeGreaterThan(50);
  await fail('Otto', 3, home);
  await login('Otto', home);
  const known = harness.collection('login_networks');
  const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60_000);
  await known.updateOne({ _id: id }, { $set: { 'networks.$[].at': longAgo } });
  await secondsToWait('Otto', home);
});

test('an unknown name is limited like a user, and name and e-mail are counted separately', async () => {
  const at = { address: '198.51.100.9' };
  await fail('ghost', 4, at);
  await secondsToWait('GHOST', at);
  await fail('ghost', 8);
  await secondsToWait('ghost');
  await make('Nina');
  await fail('Nina', 4, { address: '198.51.100.10' });
  await fail('Nina@ref.test', 4, { address: '198.51.100.10' });
});

test('a successful login resets the failures of the account from that address', async () => {
  await make('Sara');
  const at = { address: '198.51.100.11' };
  for (let round = 0; round < 2; round += 1) {
    await fail('Sara', 3, at);
    await login('Sara', at);
  }
});

test('a successful login does not reset the failures of the address for other accounts', async () => {
  await make('Mallory');
  const at = { address: '198.51.100.12' };
  for (let count = 0; count < 9; count += 1) {
    await fail(`victim-${count}`, 1, at);
    if (count < 8) await login('Mallory', at);
  }
  await secondsToWait('victim-9', at);
});

test('the newest hundred networks of a user are remembered', async () => {
  const id = await make('Nomad');
  const known = harness.collection<Record<string, unknown> & { _id: number }>('login_networks');
  const networks = Array.from({ length: 100 }, (_, index) => ({
    network: `10.0.0.${index}`,
    at: new Date(),
  }));
  await known.insertOne({ _id: id, networks, lastAt: new Date() });
  await login('Nomad', { address: '10.9.9.9' });
  await login('Nomad', { address: '10.9.9.9' });
  const stored = await known.findOne({ _id: id } as object);
  const others = networks.slice(0, 99).map(({ network }) => ({ network }));
  expect(stored).toMatchObject({ networks: [{ network: '10.9.9.9' }, ...others] });
});

test('a password with another hash cost is rehashed at the next login without an event', async () => {
  const id = await make('Vera');
  const users = harness.collection('users');
  const cheap = { memory: 64, passes: 1, parallelism: 1, salt: randomBytes(16) };
  const hash = await argon2id(password, { ...cheap, length: 32 });
  const old = { passwordHash: formatPhc({ ...cheap, hash }) };
  await users.updateOne({ _id: id }, { $set: old });
  const before = await users.findOne({ _id: id });
  await fail('Vera', 1);
  expect(await users.findOne({ _id: id })).toEqual(before);
  const { token } = await login('Vera');
  const after = await users.findOne({ _id: id });
  expect(after).toEqual({ ...before, passwordHash: expect.stringContaining('$m=8,t=1,p=1$') });
  await login('Vera');
  expect(await actorOf(token)).not.toBeNull();
});

test('one network is limited over all accounts and other networks are not affected', async () => {
  await make('Amir');
  const busy = { address: '2001:db8::1' };
  for (let count = 0; count < 9; count += 1)
    await expect(login(`guess-${count}`, busy)).rejects.toMatchObject(refused);
  await expect(login('Amir', { address: '2001:db8::2' })).rejects.toMatchObject(limited);
  await login('Amir', { address: '2001:db8:0:1::1' });
});

test('a user is not locked out by the failures of others at the address of their earlier logins', async () => {
  await make('Ines');
  const office = { address: '198.51.100.40' };
  await login('Ines', office);
  for (let count = 0; count < 12; count += 1)
    await expect(login(`attacked-${count}`, office).catch((error: unknown) => error)).resolves.toMatchObject({
      code: expect.stringMatching(/^(jwt_auth_failed|too_many_requests)$/),
    });
  await expect(login('attacked-again', office)).rejects.toMatchObject(limited);
  await login('Ines', office);
  await fail('Ines', 4, office);
  await harness.prolongDelays();
  await expect(login('Ines', office)).rejects.toMatchObject(limited);
});

test('simultaneous guesses are verified up to the limit only, also a correct one', async () => {
  await make('Gwen');
  const at = { address: '198.51.100.13' };
  await fail('Gwen', 4, at);
  const failed = harness.collection<{ _id: string }>('failed_logins');
  // The next failure delays the others by a minute, longer than all guesses take on a loaded machine.
  const many = { failures: 70, refusedUntil: past };
  await failed.updateMany({ _id: / from 198\.51\.100\.13$/ }, { $set: many });
  const codeOf = async (guess: string) =>
    login('Gwen', { ...at, password: guess }).catch(({ code }: { code: string }) => code);
  const codes = await Promise.all([...Array<string>(30).fill('no'), password].map(codeOf));
  expect(codes.at(-1)).toBe(limited.code);
  // Each of the two instances may be at one when the limit is reached.
  expect(codes.filter((code) => code === refused.code).length).toBeLessThanOrEqual(2);
});

test('simultaneous correct logins all succeed', async () => {
  await make('Milo');
  await Promise.all(Array.from({ length: 12 }, () => login('Milo', { address: '198.51.100.1' })));
});

test('a wrong current password in a session counts as a failed login', async () => {
  const actor = await harness.newUser('Paula');
  const at = { address: '198.51.100.14' };
  const change = (current: string) => {
    const input = { password: 'quite another one', current_password: current, ...at };
    return harness.call(usersChangePassword, input, actor);
  };
  const wrong = { code: 'incorrect_password', status: 403 };
  for (let count = 0; count < 4; count += 1) await expect(change('guess')).rejects.toMatchObject(wrong);
  await expect(change(password)).rejects.toMatchObject(limited);
  await login('Paula');
});

describe('without the current password', () => {
  const seconds = () => Date.now() / 1000;
  const change = (actor: Actor, sent: object = {}) =>
    harness.call(
      usersChangePassword,
      { password: 'quite another one', address: '198.51.100.15', ...sent },
      actor,
    );

  test.each<[string, string, () => object]>([
    ['is older than five minutes', 'Oldest', () => ({ tokenIssuedAt: seconds() - 301 })],
    ['does not have its time', 'Timeless', () => ({})],
  ])('the password cannot be changed with a token that %s', async (_what, name, token) => {
    const actor = await harness.newUser(name);
    const stolen = { ...actor, ...token() };
    const refusal = {
      code: 'incorrect_password',
      status: 403,
      message: expect.stringContaining('current_password'),
    };
    await expect(change(stolen)).rejects.toMatchObject(refusal);
    expect(await change(stolen, { current_password: password })).toBe(true);
  });

  test('the password can be changed within five minutes of a login', async () => {
    const actor = await harness.newUser('Fresh');
    expect(await change({ ...actor, tokenIssuedAt: seconds() - 290 })).toBe(true);
  });
});

test('the account is open again after the window', async () => {
  await make('Olga');
  await fail('Olga', 12);
  await secondsToWait('Olga');
  const failed = harness.collection('failed_logins');
  await failed.updateMany({}, { $set: { endsAt: past, refusedUntil: past } });
  await fail('Olga', 1);
  await login('Olga');
});
