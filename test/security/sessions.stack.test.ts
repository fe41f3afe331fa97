import { beforeAll, describe, expect, test } from '@jest/globals';
import { usersDisable } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, type Answer, type Api } from '../support/http.ts';
import { untilAnnounced } from '../support/until-announced.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

let world: World;
let user: TestUser;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
});

interface Tokens {
  readonly token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
}

const anyone = (gateway = 0) => api({ gatewayUrl: world.gatewayUrls[gateway] as string });

async function login(of: TestUser = user, more: object = {}): Promise<Tokens> {
  const json = { username: of.username, password: of.password, refresh: true, ...more };
  const { status, body } = await anyone().post<Tokens>('jwt-auth/v1/token', { json });
  expect(status).toBe(200);
  return body;
}

const refresh = (refreshToken: string, gateway = 0) =>
  anyone(gateway).post<Tokens & { code?: string }>('jwt-auth/v1/token/refresh', {
    json: { refresh_token: refreshToken },
  });

const codeOf = ({ status, body }: Answer<{ code?: string }>) => `${status} ${body.code}`;
const onEach = (token: string): Api[] => world.gatewayUrls.map((gatewayUrl) => api({ gatewayUrl }, token));
const whoAmI = (by: Api) => by.get<{ code?: string }>('svc/v1/user/my');

/** Waits until all gateways have heard that the token is to be refused. */
const expectSignedOut = (token: string) =>
  untilAnnounced(async () => {
    for (const each of onEach(token)) expect(codeOf(await whoAmI(each))).toBe('403 jwt_auth_invalid_token');
  });

beforeAll(async () => {
  user = await world.createUser({ role: 'multiplier' });
});

describe('on every gateway soon', () => {
  test('a session that was ended accepts no token', async () => {
    const [mine, other] = [await login(), await login()] as const;
    for (const each of onEach(other.token)) expect((await whoAmI(each)).status).toBe(200);
    const by = api(world, mine.token);
    const { body } = await by.get<{ sessions: { id: string; current: boolean }[] }>('svc/v1/sessions');
    expect(body.sessions.filter(({ current }) => current)).toHaveLength(1);
    const sid = String(claimsOf(other.token)['sid']);
    expect(body.sessions.map(({ id }) => id)).toContain(sid);
    expect((await by.delete(`svc/v1/sessions/${sid}`)).body).toBe(true);
    await expectSignedOut(other.token);
    expect(codeOf(await refresh(other.refresh_token))).toBe('401 refresh_token_invalid');
    expect((await whoAmI(by)).status).toBe(200);
  });

  test('all other sessions end, those of logins without refresh too', async () => {
    const [mine, other, plain] = [
      await login(),
      await login(),
      await login(user, { refresh: false }),
    ] as const;
    for (const { token } of [other, plain])
      for (const each of onEach(token)) expect((await whoAmI(each)).status).toBe(200);
    expect((await api(world, mine.token).delete('svc/v1/sessions')).body).toBe(true);
    await expectSignedOut(other.token);
    await expectSignedOut(plain.token);
    for (const each of onEach(mine.token)) expect((await whoAmI(each)).status).toBe(200);
  });

  test('a stolen refresh token ends the session of thief and owner', async () => {
    const stolen = await login();
    const { body: thief } = await refresh(stolen.refresh_token);
    const { body: owner } = await refresh(thief.refresh_token, 1);
    expect((await whoAmI(api(world, owner.token))).status).toBe(200);
    expect(codeOf(await refresh(stolen.refresh_token))).toBe('401 refresh_token_reused');
    await expectSignedOut(owner.token);
    await expectSignedOut(thief.token);
    expect(codeOf(await refresh(owner.refresh_token))).toBe('401 refresh_token_reused');
  });
});

test('refreshes that race over both gateways get the same answer', async () => {
  const { refresh_token: token } = await login();
  const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((gateway) => refresh(token, gateway)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
});

test('nobody fixes the session of somebody else: its id is not taken from the request', async () => {
  const mine = await login();
  const sid = String(claimsOf(mine.token)['sid']);
  const chosen = { sid, session_id: sid, id: sid, refresh_token: mine.refresh_token };
  const other = await world.createUser({ role: 'multiplier' });
  const theirs = await login(other, chosen);
  expect(claimsOf(theirs.token)['sid']).not.toBe(sid);
  expect((await whoAmI(api(world, mine.token))).body).toMatchObject({ ID: user.id });
});

test('a refresh token is no access token, and the reverse', async () => {
  const tokens = await login();
  expect(codeOf(await whoAmI(api(world, tokens.refresh_token)))).toBe('403 jwt_auth_invalid_token');
  expect(codeOf(await refresh(tokens.token))).toBe('401 refresh_token_invalid');
});

test('nobody ends or lists the sessions of somebody else', async () => {
  const other = await world.createUser({ role: 'administrator' });
  const { token } = await login();
  const by = api(world, (await login(other)).token);
  const sid = String(claimsOf(token)['sid']);
  expect(codeOf(await by.delete(`svc/v1/sessions/${sid}`))).toBe('400 rest_invalid_param');
  expect((await by.get('svc/v1/sessions')).text).not.toContain(sid);
  expect((await whoAmI(api(world, token))).status).toBe(200);
});

test('a disabled user refreshes nothing', async () => {
  const other = await world.createUser({ role: 'multiplier' });
  const tokens = await login(other);
  await world.ask(usersDisable, { username: other.username, disabled: true });
  await expectSignedOut(tokens.token);
  expect(codeOf(await refresh(tokens.refresh_token))).toBe('401 refresh_token_invalid');
});

test('while users is down, logins and refreshes are answered with 503; afterwards no session is lost and no ended one lives', async () => {
  const kept = await login();
  const ended = await login();
  const sid = String(claimsOf(ended.token)['sid']);
  await api(world, kept.token).delete(`svc/v1/sessions/${sid}`);
  await expectSignedOut(ended.token);
  const users = world.services.filter(({ service }) => service === 'users');
  await Promise.all(users.map((each) => each.kill('SIGKILL')));
  expect(await refresh('rvr_x')).toMatchObject({ status: 503 });
  await Promise.all(users.map((each) => each.ready()));
  await until(async () => expect((await refresh(kept.refresh_token)).status).toBe(200));
  expect(codeOf(await refresh(ended.refresh_token))).toBe('401 refresh_token_invalid');
  await expectSignedOut(ended.token);
});

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as Record<
    string,
    unknown
  >;
}
