import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import { runAdmin } from '../support/admin-tool.ts';
import { api, type Answer } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ instances: { search: 0, comments: 0 } });
});

afterAll(() => world?.close());

async function admin(...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await runAdmin(world, ...args, '--json')) as Record<string, unknown>;
}

const me = (token: string): Promise<Answer> => api(world, token).get('svc/v1/user/my');

const newUser = (name: string) =>
  admin(
    'user',
    'create',
    '--username',
    name,
    '--email',
    `${name}@example.test`,
    '--display-name',
    `The ${name}`,
    '--role',
    'multiplier',
    '--password',
    'first password',
  );

test('a user from the command line logs in, and has its contact', async () => {
  const { id, corresponds_to_contact: contact } = await newUser('nora');
  const token = await world.login('nora', 'first password');
  expect((await me(token)).body).toMatchObject({ ID: id, corresponds_to_contact: contact });

  const ada = await world.createUser({ role: 'administrator' });
  const { body } = await api(world, ada.token).get(`svc-posts/v2/contacts/${String(contact)}`);
  expect(body).toMatchObject({ name: 'The nora', type: { key: 'user' }, corresponds_to_user: id });
});

test('a new password ends the old one and every token that was got with it', async () => {
  await newUser('paul');
  const token = await world.login('paul', 'first password');
  expect((await me(token)).status).toBe(200);

  await admin('user', 'set-password', '--username', 'paul', '--password', 'second password');
  await until(async () => {
    expect(await me(token)).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token' } });
  });
  await expect(world.login('paul', 'first password')).rejects.toThrow('jwt_auth_failed');
  expect((await me(await world.login('paul', 'second password'))).status).toBe(200);
});

test('a disabled user is shut out at once, and let in again', async () => {
  await newUser('dina');
  const token = await world.login('dina', 'first password');
  expect((await me(token)).status).toBe(200);

  await admin('user', 'disable', '--username', 'dina');
  await until(async () => {
    expect(await me(token)).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token' } });
  });
  await expect(world.login('dina', 'first password')).rejects.toThrow('jwt_auth_failed');

  await admin('user', 'disable', '--username', 'dina', '--enable');
  expect((await me(await world.login('dina', 'first password'))).status).toBe(200);
});

test('other roles are other rights, with the token one has', async () => {
  await newUser('rosa');
  const token = await world.login('rosa', 'first password');
  const create = () => api(world, token).post('svc-posts/v2/contacts', { json: { name: 'Of Rosa' } });
  expect((await create()).status).toBe(200);

  await admin('user', 'set-roles', '--username', 'rosa', '--role', 'registered');
  await until(async () => {
    expect(await create()).toMatchObject({ status: 403, body: { code: 'create_post' } });
  });
});
