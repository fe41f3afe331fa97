import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { usersDeleteUser, usersDisable, usersRotateKeys, usersSetPassword } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { api, type Sending } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const attempts = 4;
const attemptsPerAddress = 9;

let world: World;

beforeAll(async () => {
  world = await openWorld({
    instances: { search: 0, comments: 0, users: 2 },
    env: {
      LOGIN_ATTEMPTS: `${attempts}`,
      LOGIN_ATTEMPTS_PER_ADDRESS: `${attemptsPerAddress}`,
      TRUST_PROXY: '1',
    },
  });
});

afterAll(() => world?.close());

/** Every test logs in from addresses of its own: they are limited. */
let lastAddress = 0;
const newAddress = () => `203.0.113.${(lastAddress += 1)}`;

const logIn = (username: string, password: string, headers: Sending['headers'] = {}) =>
  api(world).post('jwt-auth/v1/token', { json: { username, password }, headers });
const from = (forwarded: string) => ({ 'x-forwarded-for': forwarded });

const validate = (token: string) => api(world, token).post('jwt-auth/v1/token/validate');
const my = (token: string) => api(world, token).get('svc/v1/user/my');

const isGone = {
  status: 403,
  body: {
    code: 'jwt_auth_invalid_token',
    message: expect.stringMatching(/does not exist, is disabled or has/),
  },
};
const wrong = { status: 403, body: { code: 'jwt_auth_failed', message: 'Invalid Credentials.' } };
const limited = {
  status: 429,
  body: { code: 'too_many_requests', data: { retry_after: expect.any(Number) } },
};

describe('a token', () => {
  test.each<[string, (user: TestUser) => Promise<unknown>]>([
    [
      'after a change of password',
      ({ username }) => world.ask(usersSetPassword, { username, password: 'a new password' }),
    ],
    ['of a disabled user', ({ username }) => world.ask(usersDisable, { username, disabled: true })],
    ['of a deleted user', ({ id }) => world.ask(usersDeleteUser, { user: id })],
  ])('%s is neither valid nor a way in', async (_when, change) => {
    const user = await world.createUser({ role: 'multiplier' });
    const { token } = user;
    expect(await validate(token)).toMatchObject({ status: 200, body: { code: 'jwt_auth_valid_token' } });
    await change(user);
    await until(async () => expect(await validate(token)).toMatchObject(isGone));
    expect(await my(token)).toMatchObject(isGone);
  });

  test('stays good when the keys change, and new ones are signed with the new key', async () => {
    const { username, password, token } = await world.createUser({ role: 'multiplier' });
    const keys = [await world.ask(usersRotateKeys, {}), await world.ask(usersRotateKeys, {})];
    const newer = await world.login(username, password);
    expect(decodeProtectedHeader(newer).kid).toBe(keys[1]?.kid);
    expect(decodeProtectedHeader(token).kid).not.toBe(keys[1]?.kid);
    for (const each of [token, newer]) {
      // A gateway that was asked for an unknown key a moment ago asks for keys again after a second.
      await until(async () => expect((await validate(each)).status).toBe(200));
      expect((await my(each)).status).toBe(200);
    }
  });
});

describe('logins', () => {
  test('to one account are limited from wherever they come, the right password included', async () => {
    const { username, password, email } = await world.createUser({ role: 'multiplier' });
    for (let count = 0; count < attempts; count += 1)
      expect(await logIn(count % 2 ? username : email, 'guess', from(newAddress()))).toMatchObject(wrong);
    const answer = await logIn(username, password, from(newAddress()));
    expect(answer).toMatchObject(limited);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await world.createUser({ role: 'multiplier' });
    expect((await logIn(other.username, other.password, from(newAddress()))).status).toBe(200);
  });

  test('to an account that nobody has are limited alike', async () => {
    for (let count = 0; count < attempts; count += 1)
      expect(await logIn('ghost', 'guess', from(newAddress()))).toMatchObject(wrong);
    expect(await logIn('ghost', 'guess', from(newAddress()))).toMatchObject(limited);
  });

  test.each<[string, (proxySaw: string, count: number) => Sending['headers']]>([
    ['one address', (proxySaw) => from(proxySaw)],
    [
      'one address that claims to be another each time',
      (proxySaw, count) => from(`192.0.2.${count}, ${proxySaw}`),
    ],
    ['one address that claims to be this machine', (proxySaw) => from(`127.0.0.1, ${proxySaw}`)],
    [
      'one address under other names of headers',
      (proxySaw, count) => ({
        ...from(proxySaw),
        'x-real-ip': `192.0.2.${count}`,
        forwarded: `for=192.0.2.${count}`,
      }),
    ],
  ])('from %s are limited over all accounts', async (_what, headers) => {
    const address = newAddress();
    for (let count = 0; count < attemptsPerAddress; count += 1)
      expect(await logIn(`${address}-${count}`, 'guess', headers(address, count))).toMatchObject(wrong);
    const { username, password } = await world.createUser({ role: 'multiplier' });
    expect(await logIn(username, password, headers(address, 99))).toMatchObject(limited);
    expect((await logIn(username, password, from(newAddress()))).status).toBe(200);
  });
});
