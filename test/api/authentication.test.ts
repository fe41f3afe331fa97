import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { usersDeleteUser, usersDisable, usersRotateKeys, usersSetPassword } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api } from '../support/http.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ instances: { search: 0, comments: 0, users: 2 } });
});

afterAll(() => world?.close());

const validate = (token: string) => api(world, token).post('jwt-auth/v1/token/validate');
const my = (token: string) => api(world, token).get('svc/v1/user/my');

const isGone = {
  status: 403,
  body: {
    code: 'jwt_auth_invalid_token',
    message: expect.stringMatching(/does not exist, is disabled or has/),
  },
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

  test('ends when the keys are revoked', async () => {
    const { username, password, token } = await world.createUser({ role: 'multiplier' });
    expect((await my(token)).status).toBe(200);
    expect(await runAdmin(world, 'keys', 'rotate', '--revoke')).toContain('The older ones are revoked');
    const newer = await world.login(username, password);
    await until(async () => expect((await my(newer)).status).toBe(200));
    const message = 'Signature verification failed';
    expect(await my(token)).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token', message } });
  });
});
