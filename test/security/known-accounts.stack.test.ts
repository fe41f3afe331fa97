import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { api, done, make, type Answer, type Api } from '../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../support/site-link.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';

const contacts = 'svc-posts/v2/contacts';
const manage = 'user-management/v1/user';

let world: World;
let writes: WriteWatch;
let administrator: Api;
/** A multiplier who looks for accounts, and a user whom they may not list. */
let mallory: TestUser;
let attack: Api;
let hidden: TestUser;
let own: number;

beforeAll(async () => {
  world = await worldInCommon();
  writes = await WriteWatch.open(world);
  administrator = api(world, (await world.createUser({ role: 'administrator' })).token);
  mallory = await world.createUser({ role: 'multiplier', displayName: 'Mallory' });
  hidden = await world.createUser({ role: 'multiplier', displayName: 'Hidden Helper' });
  attack = api(world, mallory.token);
});

afterAll(async () => {
  await writes?.close();
});

beforeEach(async () => {
  own = await make(attack, contacts, { name: 'Own', type: 'access' });
  await world.settled();
  await writes.takeAll();
});

const nobody = { id: 99_999_999, email: 'nobody@example.test' };

const comparable = ({ status, text }: Answer<unknown>, { id, email }: typeof nobody) => ({
  status,
  text: text.replaceAll(String(id), 'ID').replaceAll(email, 'EMAIL'),
});

describe('a multiplier does not find out whether an e-mail address has an account', () => {
  const path = () => `${contacts}/${own}`;

  test.each<[string, (user: typeof nobody) => Promise<Answer<unknown>>]>([
    ['assigning by e-mail', ({ email }) => attack.post(path(), { json: { assigned_to: email } })],
    [
      'assigning by e-mail without overwriting',
      ({ email }) =>
        attack.post(path(), {
          json: { assigned_to: email },
          query: { do_not_overwrite_existing_fields: true },
        }),
    ],
    [
      'assigning a new record by e-mail',
      ({ email }) => attack.post(contacts, { json: { name: 'New', assigned_to: email } }),
    ],
    [
      'a batch',
      ({ email }) =>
        attack.post(`${contacts}/batch`, { json: { items: [{ ID: own, fields: { assigned_to: email } }] } }),
    ],
  ])('by %s', async (_how, send) => {
    const missing = comparable(await send(nobody), nobody);
    expect(comparable(await send(hidden), hidden)).toEqual(missing);
    expect(missing.text).not.toContain('Hidden');
    const written = await writes.takeAll();
    expect(written.filter((write) => /svc_records\.(records|shares)/.test(write))).toEqual([]);
  });
});

test('a form does not find out whether an e-mail address has an account', async () => {
  const sites = { site1: 'records.example.org', site2: `${randomUUID()}.example.org` };
  const form = overHttps(world, transferTokenOf(await createLink(world, sites)));
  const send = (email: string) => form.post(contacts, { json: { name: 'Sent', assigned_to: email } });
  expect(comparable(await send(hidden.email), hidden)).toEqual(comparable(await send(nobody.email), nobody));
  expect((await send(hidden.email)).status).toBe(400);
});

test('a multiplier assigns by e-mail to users whom they may list, and shares with any user', async () => {
  const together = await make(administrator, contacts, { name: 'Together', type: 'access' });
  const friend = await world.createUser({ role: 'multiplier', displayName: 'Friend' });
  const dispatcher = await world.createUser({ role: 'dispatcher' });
  for (const { id } of [mallory, friend])
    await done(administrator.post(`${contacts}/${together}/shares`, { json: { user_id: id } }));
  expect(await done(attack.post(`${contacts}/${own}/shares`, { json: { user_id: hidden.id } }))).toBe(1);
  for (const { id, email } of [friend, dispatcher, mallory]) {
    expect(await done(attack.post(`${contacts}/${own}/shares`, { json: { user_id: id } }))).toBe(1);
    for (const assigned_to of [id, email])
      expect(await done(attack.post(`${contacts}/${own}`, { json: { assigned_to } }))).toMatchObject({
        assigned_to: { id: String(id) },
      });
  }
});

describe('the sources whose contacts a user may view', () => {
  const set = (by: Api, { id }: TestUser, sources: string[]) =>
    by.post<unknown>(manage, { query: { user: id }, json: { allowed_sources: sources } });
  const refused = { status: 403, body: { code: 'no_permissions' } };

  test('are not widened by a user manager, neither for others nor for themselves', async () => {
    const manager = await world.createUser({ role: 'user_manager' });
    const by = api(world, manager.token);
    const partner = await world.createUser({ role: 'partner' });
    await done(set(administrator, partner, ['web']));
    await world.settled();
    await writes.takeAll();
    for (const sources of [[], ['all'], ['phone'], ['web', 'phone'], ['restrict_all_sources']])
      expect(await set(by, partner, sources)).toMatchObject(refused);
    for (const sources of [[], ['all'], ['web']]) {
      expect(await set(by, manager, sources)).toMatchObject(refused);
      const update = await by.post<unknown>('svc/v1/user/update', { json: { allowed_sources: sources } });
      expect(update).toMatchObject(refused);
    }
    expect((await writes.takeAll()).filter((write) => write.endsWith('svc_users.users'))).toEqual([]);
  });

  test.each(['dt_admin', 'administrator'])('are set by a %s, who views every source', async (role) => {
    const by = api(world, (await world.createUser({ role })).token);
    const partner = await world.createUser({ role: 'partner' });
    expect(await done(set(by, partner, ['web']))).toEqual(['web']);
    expect(await done(set(by, partner, ['all']))).toEqual(['all']);
  });
});
