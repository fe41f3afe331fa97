import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  systemActor,
  usersActor,
  usersCreate,
  usersDisable,
  usersLogin,
  usersSetPassword,
  type InputOf,
} from '@svc/contracts';
import { decodeJwt } from 'jose';
import { UsersBed } from '../testing/users-bed.ts';

let bed: UsersBed;
const password = 'secret-password';
const limits = { LOGIN_ATTEMPTS: '4', LOGIN_ATTEMPTS_PER_ADDRESS: '9', LOGIN_WINDOW_SECONDS: '60' };

beforeAll(async () => {
  bed = await UsersBed.open();
  await Promise.all([bed.start(limits), bed.start(limits)]);
});

afterAll(async () => bed.close());

let address = 0;

/** Logs in; from an address of its own unless one is given. */
function login(username: string, given: Partial<InputOf<typeof usersLogin>> = {}) {
  address += 1;
  const input = { username, password, issuer: 'https://ref.test', address: `192.0.2.${address}`, ...given };
  return bed.bed.call(usersLogin, input, systemActor('gateway'));
}

async function make(username: string): Promise<number> {
  const names = { username, email: `${username}@ref.test`, display_name: `${username} Person` };
  return (await bed.ask(usersCreate, { ...names, roles: ['multiplier'], password })).id;
}

const refused = { code: 'jwt_auth_failed', status: 403, message: 'Invalid Credentials.' };
const limited = { code: 'too_many_requests', status: 429 };

async function actorOf(token: string) {
  const { user } = decodeJwt<{ data: { user: { id: string; tv: number } } }>(token).data;
  return (await bed.ask(usersActor, { user_id: Number(user.id), token_version: user.tv })).actor;
}

test('a user logs in by name or e-mail, in any case', async () => {
  const id = await make('Mona');
  for (const username of ['Mona', 'mona', 'MONA@ref.test', ' mona@REF.test ']) {
    const { token, ...rest } = await login(username);
    expect(rest).toEqual({
      user_email: 'Mona@ref.test',
      user_nicename: 'mona',
      user_display_name: 'Mona Person',
      locale: 'en_US',
    });
    expect(decodeJwt(token)).toMatchObject({
      iss: 'https://ref.test',
      data: { user: { id: String(id), tv: 0 } },
    });
  }
});

test.each([
  ['a wrong password', 'Wanda', { password: 'not it' }],
  ['an empty password', 'Wanda', { password: '' }],
  ['a password in another case', 'Wanda', { password: password.toUpperCase() }],
  ['an unknown user', 'nobody', {}],
  ['no user name', '', {}],
])('%s is refused in the same words', async (_what, username, given) => {
  await make('Wanda').catch(() => undefined);
  await expect(login(username, given)).rejects.toMatchObject(refused);
});

test('a disabled user is refused like a wrong password, and its tokens stop working for good', async () => {
  await make('Dora');
  const { token } = await login('Dora');
  expect(await actorOf(token)).toMatchObject({ displayName: 'Dora Person' });
  await bed.ask(usersDisable, { username: 'Dora', disabled: true });
  await expect(login('Dora')).rejects.toMatchObject(refused);
  expect(await actorOf(token)).toBeNull();
  await bed.ask(usersDisable, { username: 'Dora', disabled: false });
  expect(await actorOf(token)).toBeNull();
  expect(await actorOf((await login('Dora')).token)).toMatchObject({ kind: 'user' });
});

test('a new password replaces the old one and ends the sessions before it', async () => {
  await make('Pia');
  const { token } = await login('Pia');
  await bed.ask(usersSetPassword, { username: 'pia', password: 'another-password' });
  await expect(login('Pia')).rejects.toMatchObject(refused);
  expect(await actorOf(token)).toBeNull();
  const renewed = await login('Pia', { password: 'another-password' });
  expect(await actorOf(renewed.token)).toMatchObject({ displayName: 'Pia Person' });
});

test('after too many failures even the right password waits, on every instance and under every name', async () => {
  await make('Lena');
  for (let count = 0; count < 4; count += 1)
    await expect(login(count % 2 ? 'Lena' : 'lena@ref.test', { password: 'no' })).rejects.toMatchObject(
      refused,
    );
  for (let count = 0; count < 6; count += 1) {
    const error = await login('Lena').catch((reason: unknown) => reason);
    expect(error).toMatchObject(limited);
    const { retry_after: seconds } = (error as { data: { retry_after: number } }).data;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
  }
  await make('Lars');
  await login('Lars');
});

test('a name that no user has is limited the same way', async () => {
  for (let count = 0; count < 4; count += 1) await expect(login('ghost')).rejects.toMatchObject(refused);
  await expect(login('GHOST')).rejects.toMatchObject(limited);
});

test('a success lets the account start anew', async () => {
  await make('Sara');
  for (let round = 0; round < 3; round += 1) {
    for (let count = 0; count < 3; count += 1)
      await expect(login('Sara', { password: 'no' })).rejects.toMatchObject(refused);
    await login('Sara');
  }
});

test('one address has a limit over all accounts, and others are not affected', async () => {
  await make('Amir');
  const busy = { address: '2001:db8::1' };
  for (let count = 0; count < 9; count += 1)
    await expect(login(`guess-${count}`, busy)).rejects.toMatchObject(refused);
  await expect(login('Amir', { address: '2001:db8::2' })).rejects.toMatchObject(limited);
  await login('Amir', { address: '2001:db8:0:1::1' });
});

test('of many guesses at once no more are judged than the limit allows', async () => {
  await make('Gina');
  const guesses = Array.from({ length: 20 }, () => login('Gina', { password: 'no' }));
  await Promise.allSettled(guesses);
  await expect(login('Gina')).rejects.toMatchObject(limited);
});

test('of many guesses at once the right one is answered like the wrong ones', async () => {
  await make('Gwen');
  const codeOf = async (guess: string) =>
    login('Gwen', { password: guess }).catch(({ code }: { code: string }) => code);
  const guesses = [...Array<string>(30).fill('no'), password];
  const codes = await Promise.all(guesses.map(codeOf));
  expect(codes.at(-1)).toBe(limited.code);
  expect(codes.filter((code) => code === limited.code).length).toBeGreaterThan(20);
});

test('many right logins at once are all let in', async () => {
  await make('Milo');
  const logins = await Promise.all(
    Array.from({ length: 12 }, () => login('Milo', { address: '198.51.100.1' })),
  );
  expect(new Set(logins.map(({ user_display_name: name }) => name))).toEqual(new Set(['Milo Person']));
});

test('when the window is over, the account is open again', async () => {
  await make('Olga');
  for (let count = 0; count < 4; count += 1)
    await expect(login('Olga', { password: 'no' })).rejects.toMatchObject(refused);
  await expect(login('Olga')).rejects.toMatchObject(limited);
  const { connection } = await bed.database();
  await connection.collection('failed_logins').updateMany({}, { $set: { endsAt: new Date(Date.now() - 1) } });
  await expect(login('Olga', { password: 'no' })).rejects.toMatchObject(refused);
  await login('Olga');
});
