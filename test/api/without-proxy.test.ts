import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { api } from '../support/http.ts';
import { createLink, transferTokenOf } from '../support/site-link.ts';
import { openWorld, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const attemptsPerAddress = 6;

let world: World;

beforeAll(async () => {
  world = await openWorld({
    instances: { search: 0, comments: 0 },
    env: { LOGIN_ATTEMPTS_PER_ADDRESS: `${attemptsPerAddress}`, DEBUG_MODE: 'true', BASE_USER: 'boss' },
  });
});

afterAll(() => world?.close());

test('in debug mode sites are linked without HTTPS, and the user of the setting gets what comes in', async () => {
  const boss = await world.createUser({ role: 'dispatcher', username: 'boss' });
  const ada = await world.createUser({ role: 'administrator' });
  const link = await createLink(world, { site1: 'http://localhost:8080', site2: 'http://form.test' });
  expect(link).toMatchObject({ site1: 'localhost:8080', site2: 'form.test' });
  const { status, body } = await api(world, transferTokenOf(link)).post(contacts, {
    json: { name: 'Local' },
  });
  expect(status).toBe(200);
  const { body: contact } = await api(world, ada.token).get(`${contacts}/${String(body['ID'])}`);
  expect(contact).toMatchObject({ assigned_to: { id: String(boss.id) } });
});

test('where no proxy is trusted, made-up addresses do not get around the limit of logins', async () => {
  const { username, password } = await world.createUser({ role: 'multiplier' });
  const logIn = (name: string, secret: string, address: string) =>
    api(world).post('jwt-auth/v1/token', {
      json: { username: name, password: secret },
      headers: { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` },
    });
  for (let count = 0; count < attemptsPerAddress; count += 1)
    expect((await logIn(`nobody-${count}`, 'guess', `192.0.2.${count}`)).status).toBe(403);
  expect(await logIn(username, password, '192.0.2.99')).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
});
