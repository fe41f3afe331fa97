import { beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { usersSetRoles } from '@svc/contracts';
import { callerRows } from '../api/matrix/caller-rows.ts';
import { api, type Answer, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon('configured');
});

interface Refusal {
  readonly code?: string;
  readonly message?: string;
  readonly data?: { readonly setup_token?: string };
}

const anyone = (gateway = 0) => api({ gatewayUrl: world.gatewayUrls[gateway] as string });
const codeOf = ({ status, body }: Answer<Refusal>) => (body.code ? `${status} ${body.code}` : status);

const login = ({ username, password }: TestUser, more: object = {}, gateway = 0) =>
  anyone(gateway).post<Refusal & { token: string }>('jwt-auth/v1/token', {
    json: { username, password, ...more },
  });

const totp = (secret: string, periods = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });

/** Sets an app up, and returns its secret and the recovery codes. */
async function setUp(by: Api) {
  const { body: begun } = await by.post<{ secret: string; otpauth_url: string }>('svc/v1/second-factor/totp');
  expect(begun.otpauth_url).toMatch(/^otpauth:\/\/totp\//);
  const code = totp(begun.secret, -1);
  const confirmed = await by.post<{ recovery_codes: string[] }>('svc/v1/second-factor/totp/confirm', {
    json: { code },
  });
  expect(confirmed.status).toBe(200);
  return { secret: begun.secret, codes: confirmed.body.recovery_codes };
}

test('a login needs a code, which is valid once on all gateways together', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const { secret } = await setUp(api(world, user.token));
  expect(codeOf(await login(user))).toBe('401 second_factor_required');
  const code = totp(secret);
  const answers = await Promise.all([0, 1, 0, 1].map((gateway) => login(user, { code }, gateway)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});

test('a code is accepted in a form and in the query as well', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const { codes } = await setUp(api(world, user.token));
  const [form, query] = codes;
  const { username, password } = user;
  const path = 'jwt-auth/v1/token';
  expect((await anyone().post(path, { form: { username, password, code: form } })).status).toBe(200);
  expect((await anyone().post(path, { query: { username, password, code: query } })).status).toBe(200);
});

test('an API key of the user needs no code', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const by = api(world, user.token);
  const { body } = await by.post<{ key: string }>('svc/v1/keys', {
    json: { name: 'Script', access: 'read' },
  });
  await setUp(by);
  expect((await api(world, body.key).get('svc-core/v1/settings')).status).toBe(200);
  // It does not reach the second factor.
  const withKey = api(world, body.key);
  expect(codeOf(await withKey.get<Refusal>('svc/v1/second-factor'))).toBe('403 key_scope');
  for (const [method, path] of [
    ['POST', 'svc/v1/second-factor/totp'],
    ['DELETE', 'svc/v1/second-factor/totp'],
  ] as const)
    expect(codeOf(await withKey.request<Refusal>(method, path, { json: { code: '1' } }))).toBe(
      '403 key_scope',
    );
});

describe('a token that only sets up a second factor', () => {
  let user: TestUser;
  let setupToken: string;

  beforeAll(async () => {
    user = await world.createUser({ role: 'multiplier' });
    await world.ask(usersSetRoles, { username: user.username, roles: ['dispatcher'] });
    const { body } = await login(user);
    expect(body).toMatchObject({
      code: 'second_factor_required',
      message: expect.stringContaining('API key'),
    });
    setupToken = String(body.data?.setup_token);
  });

  test('reaches no other endpoint', async () => {
    const by = api(world, setupToken);
    const others = callerRows.filter(
      ({ endpoint }) =>
        !/second-factor/.test(endpoint) && endpoint !== 'GET ' && !/events\/ticket/.test(endpoint),
    );
    const found = { other: user.id, leaver: user.id, link: 1, unusedLink: 1, contact: 1 };
    const codes = new Set<unknown>();
    for (const row of others) codes.add(codeOf((await row.send(by, found)) as Answer<Refusal>));
    expect([...codes]).toEqual(['403 second_factor_required']);
  });

  test('removes none, and the next login proves the one that it has set up', async () => {
    const by = api(world, setupToken);
    const { codes } = await setUp(by);
    const remove = { json: { code: codes[0] } };
    expect(codeOf(await by.delete<Refusal>('svc/v1/second-factor/totp', remove))).toBe(
      '403 second_factor_required',
    );
    expect(codeOf(await login(user))).toBe('401 second_factor_required');
    const { body } = await login(user, { code: codes[1] });
    expect((await api(world, body.token).get('svc/v1/user/my')).status).toBe(200);
  });
});

test('a login with a wrong password does not use the code up', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const { codes } = await setUp(api(world, user.token));
  const answer = await login({ ...user, password: 'wrong' }, { code: codes[0] });
  expect(codeOf(answer)).toBe('403 jwt_auth_failed');
  expect(answer.text).not.toContain(codes[0]);
  // Not used up by the wrong password.
  expect((await login(user, { code: codes[0] })).status).toBe(200);
});
