import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api, type Sending } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

const perPair = 4;
const perAddress = 9;

let world: World;

beforeAll(async () => {
  world = await openWorld({
    instances: { search: 0, comments: 0 },
    env: {
      LOGIN_ATTEMPTS: `${perPair}`,
      LOGIN_ATTEMPTS_PER_ADDRESS: `${perAddress}`,
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

const wrong = { status: 403, body: { code: 'jwt_auth_failed', message: 'Invalid Credentials.' } };
const limited = {
  status: 429,
  body: { code: 'too_many_requests', data: { retry_after: expect.any(Number) } },
};

test.each(['an account', 'a name that nobody has'])(
  'guessing at %s from one address is slowed, the right password included',
  async (what) => {
    const { username, password } = await world.createUser({ role: 'multiplier' });
    const name = what === 'an account' ? username : `no-${username}`;
    const address = from(newAddress());
    for (let count = 0; count < perPair; count += 1)
      expect(await logIn(name, 'guess', address)).toMatchObject(wrong);
    const answer = await logIn(name, password, address);
    expect(answer).toMatchObject(limited);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  },
);

test('a session is no way to guess the password: what is wrong counts as a failed login', async () => {
  const { username, password, token } = await world.createUser({ role: 'multiplier' });
  const headers = from(newAddress());
  const change = (current_password: string) =>
    api(world, token).post<unknown>('svc/v1/users/change_password', {
      json: { password: 'quite another one', current_password },
      headers,
    });
  for (let count = 0; count < perPair; count += 1)
    expect(await change('guess')).toMatchObject({ status: 403, body: { code: 'incorrect_password' } });
  expect(await change(password)).toMatchObject(limited);
  expect((await logIn(username, password, from(newAddress()))).status).toBe(200);
});

test.each<[string, (proxySaw: string, count: number) => Sending['headers']]>([
  [
    'one address that claims to be another each time',
    (proxySaw, count) => from(`192.0.2.${count}, ${proxySaw}`),
  ],
  [
    'one address under other names of headers',
    (proxySaw, count) => ({
      ...from(proxySaw),
      'x-real-ip': `192.0.2.${count}`,
      forwarded: `for=192.0.2.${count}`,
    }),
  ],
])('logins from %s are limited over all accounts', async (_what, headers) => {
  const address = newAddress();
  for (let count = 0; count < perAddress; count += 1)
    expect(await logIn(`${address}-${count}`, 'guess', headers(address, count))).toMatchObject(wrong);
  const { username, password } = await world.createUser({ role: 'multiplier' });
  expect(await logIn(username, password, headers(address, 99))).toMatchObject(limited);
  expect((await logIn(username, password, from(newAddress()))).status).toBe(200);
});
