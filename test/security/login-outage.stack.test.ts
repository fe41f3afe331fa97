import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api } from '../support/http.ts';
import { deadlineInEarnest, openWorld, type TestUser, type World } from '../support/world.ts';

let world: World;
let user: TestUser;

beforeAll(async () => {
  world = await openWorld({ isAlone: true, env: deadlineInEarnest });
  user = await world.createUser({ role: 'multiplier' });
});

afterAll(async () => {
  await world?.close();
});

interface Tokens {
  readonly token: string;
  readonly refresh_token: string;
  readonly code?: string;
}

const login = () =>
  api(world).post<Tokens>('jwt-auth/v1/token', {
    json: { username: user.username, password: user.password, refresh: true },
  });
const refresh = (token: string) =>
  api(world).post<Tokens>('jwt-auth/v1/token/refresh', { json: { refresh_token: token } });
const sessionOf = ({ token }: Tokens) =>
  String(
    (JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as { sid: string }).sid,
  );

test('while MongoDB does not answer, logins and refreshes get 503; afterwards no session is lost, and no ended one lives', async () => {
  const { body: kept } = await login();
  const { body: ended } = await login();
  await api(world, kept.token).delete(`svc/v1/sessions/${sessionOf(ended)}`);
  const { pid } = world.stack.servers.find(({ name }) => name === 'mongodb') ?? {};
  if (pid === undefined) return;
  process.kill(pid, 'SIGSTOP');
  try {
    const answers = await Promise.all([login(), refresh(kept.refresh_token), refresh(ended.refresh_token)]);
    for (const { status, body } of answers)
      expect([status, body.code]).toEqual([
        503,
        expect.stringMatching(/^(service_unavailable|outcome_unknown)$/),
      ]);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  const next = await until(async () => {
    const answer = await refresh(kept.refresh_token);
    expect(answer.status).toBe(200);
    return answer.body;
  });
  expect((await api(world, next.token).get('svc/v1/user/my')).status).toBe(200);
  expect((await refresh(ended.refresh_token)).body).toMatchObject({ code: 'refresh_token_invalid' });
  expect((await api(world, ended.token).get('svc/v1/user/my')).status).toBe(403);
  expect((await login()).status).toBe(200);
});
