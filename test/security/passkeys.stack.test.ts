import { beforeAll, expect, test } from '@jest/globals';
import { usersSetRoles, type AssertionOptions, type CreationOptions } from '@svc/contracts';
import { Authenticator } from '@svc/users/testing/authenticator';
import { api, type Answer, type Api } from '../support/http.ts';
import { passkeyOrigin, worldInCommon, type TestUser, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await worldInCommon('configured');
});

interface Refusal {
  readonly code?: string;
  readonly data?: {
    readonly methods?: readonly string[];
    readonly passkey?: AssertionOptions;
    readonly setup_token?: string;
  };
}

const codeOf = ({ status, body }: Answer<Refusal>) => (body.code ? `${status} ${body.code}` : status);

const login = ({ username, password }: TestUser, more: object = {}, gateway = 0) =>
  api({ gatewayUrl: world.gatewayUrls[gateway] as string }).post<Refusal & { token: string }>(
    'jwt-auth/v1/token',
    { json: { username, password, ...more } },
  );

const passkeys = 'svc/v1/second-factor/passkeys';

async function addPasskey(by: Api, proof: object = {}) {
  const device = new Authenticator(passkeyOrigin);
  const { body: options } = await by.post<CreationOptions>(`${passkeys}/options`, { json: proof });
  expect(options.rp.id).toBe('localhost');
  const added = await by.post<{ id: string; recovery_codes: string[] }>(passkeys, {
    json: { name: 'Key', response: device.create(options) },
  });
  expect(added.status).toBe(200);
  return { device, ...added.body };
}

const optionsOf = ({ body }: Answer<Refusal>) => body.data?.passkey as AssertionOptions;

test('a login needs the answer of a passkey, which is valid once on all gateways together', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const { device } = await addPasskey(api(world, user.token));
  const refusal = await login(user);
  expect(codeOf(refusal)).toBe('401 second_factor_required');
  expect(refusal.body.data?.methods).toEqual(['passkey', 'recovery_code']);
  const passkey = device.get(optionsOf(refusal));
  const answers = await Promise.all([0, 1, 0, 1].map((gateway) => login(user, { passkey }, gateway)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
});

test('a refusal for a wrong password has no challenge, and one for an unknown user is the same', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  await addPasskey(api(world, user.token));
  const wrong = await login({ ...user, password: 'wrong' });
  const unknown = await login({ ...user, username: 'nobody-at-all', password: 'wrong' });
  expect(codeOf(wrong)).toBe('403 jwt_auth_failed');
  expect(wrong.body).toEqual(unknown.body);
});

test('a passkey is added, listed and removed, and another user does not reach it', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  const by = api(world, user.token);
  const { id, device, recovery_codes: codes } = await addPasskey(by);
  expect((await by.get(passkeys)).body).toMatchObject({ passkeys: [{ id, name: 'Key' }] });
  const other = api(world, (await world.createUser({ role: 'multiplier' })).token);
  const path = `${passkeys}/${id}`;
  expect((await other.get(passkeys)).body).toEqual({ passkeys: [] });
  expect(codeOf(await other.delete<Refusal>(path, { json: { code: codes[0] } }))).toBe(
    '400 rest_invalid_param',
  );
  const refusal = await by.delete<Refusal>(path);
  expect(codeOf(refusal)).toBe('403 second_factor_required');
  expect((await by.delete(path, { json: { passkey: device.get(optionsOf(refusal)) } })).body).toBe(true);
  expect((await login(user)).status).toBe(200);
});

test('an API key reaches no passkeys, even one of an administrator with administration', async () => {
  const admin = await world.createUser({ role: 'administrator' });
  const { body } = await api(world, admin.token).post<{ key: string }>('svc/v1/keys', {
    json: { name: 'Script', access: 'write', administration: true },
  });
  const byKey = api(world, body.key);
  for (const [method, path] of [
    ['GET', 'svc/v1/second-factor'],
    ['GET', passkeys],
    ['POST', `${passkeys}/options`],
    ['DELETE', `${passkeys}/any`],
    ['POST', 'svc/v1/second-factor/totp'],
  ] as const)
    expect([path, codeOf(await byKey.request<Refusal>(method, path))]).toEqual([path, '403 key_scope']);
});

test('a role that requires a second factor is satisfied by a passkey, which its user may not remove', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  await world.ask(usersSetRoles, { username: user.username, roles: ['dispatcher'] });
  const { body: refused } = await login(user);
  const setup = api(world, String(refused.data?.setup_token));
  const { device, id, recovery_codes: codes } = await addPasskey(setup);
  expect(codeOf(await setup.delete<Refusal>(`${passkeys}/${id}`, { json: { code: codes[0] } }))).toBe(
    '403 second_factor_required',
  );
  const { body } = await login(user, { passkey: device.get(optionsOf(await login(user))) });
  const by = api(world, body.token);
  expect((await by.get('svc/v1/user/my')).status).toBe(200);
  expect(codeOf(await by.delete<Refusal>(`${passkeys}/${id}`, { json: { code: codes[0] } }))).toBe(
    '403 second_factor_required',
  );
});

test('an answer in another form than that of a browser is refused as a parameter', async () => {
  const user = await world.createUser({ role: 'multiplier' });
  for (const passkey of ['text', { id: 'AA' }, { id: 'A'.repeat(2_000) }, [], 7])
    expect(codeOf(await login(user, { passkey }))).toBe('400 rest_invalid_param');
});
