import { beforeEach, expect, test } from '@jest/globals';
import {
  createUserContact,
  recordsList,
  recordsModules,
  recordsSetModule,
  recordsSettings,
  systemActor,
} from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { mona, recordClient, values } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const admin = systemActor('admin');
const harness = harnessOfSuite({ settings: withExtensions('trainings') });

beforeEach(async () => {
  const { modules } = await list();
  for (const { key, enabled } of modules) if (!enabled) await set(key, true);
});

const list = () => harness.ask(recordsModules, {}, admin);
const set = (module: string, enabled: boolean) => harness.ask(recordsSetModule, { module, enabled }, admin);
const { create, get, update, remove } = recordClient(harness);
const page = (query: Record<string, unknown>) =>
  harness.ask(recordsList, { post_type: 'contacts', query }, mona);
const keysOf = async (postType = 'contacts') =>
  Object.keys((await harness.ask(recordsSettings, { post_type: postType }, mona)).fields);

const faithKeys = ['milestones', 'faith_status'];

test('modules are listed with what they are, and all are on at first', async () => {
  const { modules } = await list();
  expect(modules.map(({ key, enabled, required }) => [key, enabled, required])).toEqual([
    ['contacts_base', true, true],
    ['follow-up', true, false],
    ['access_module', true, false],
    ['movement', true, false],
    ['contacts_faith_module', true, false],
    ['contacts_coaching_module', true, false],
    ['contacts_baptisms_module', true, false],
    ['groups_base', true, false],
    ['people_groups', true, false],
    ['trainings', true, false],
  ]);
  expect(modules[4]).toMatchObject({ label: 'Faith', description: 'Faith milestones and faith status.' });
});

test('the fields of a module that is off are in no settings, reads, writes and lists; their values come back with it', async () => {
  const created = await create({
    name: 'Amina',
    faith_status: 'seeker',
    milestones: values('milestone_belief'),
  });
  const { ID: id } = created;
  const listed = async () => (await page({})).posts.find(({ ID }) => ID === id);
  expect(await listed()).toMatchObject({ faith_status: { key: 'seeker' } });
  expect(await set('contacts_faith_module', false)).toMatchObject({
    key: 'contacts_faith_module',
    enabled: false,
  });

  expect(await keysOf()).toEqual(expect.not.arrayContaining(faithKeys));
  expect(Object.keys(await get(id))).toEqual(expect.not.arrayContaining(faithKeys));
  await expect(update(id, { faith_status: 'leader' })).rejects.toMatchObject({
    code: 'update_post',
    status: 400,
    data: { bad_fields: ['faith_status'] },
  });
  await expect(page({ faith_status: ['seeker'] })).rejects.toMatchObject({ code: 'fields_to_sql' });
  const { posts } = await page({});
  expect(posts.flatMap(Object.keys)).toEqual(expect.not.arrayContaining(faithKeys));
  await update(id, { nickname: 'Ami' });

  expect(await set('contacts_faith_module', true)).toMatchObject({ enabled: true });
  expect(await keysOf()).toEqual(expect.arrayContaining(faithKeys));
  const whole = { faith_status: { key: 'seeker' }, milestones: ['milestone_belief'], nickname: 'Ami' };
  expect(await get(id)).toMatchObject(whole);
  expect(await listed()).toMatchObject(whole);
});

test('a switch of several modules switches all of them', async () => {
  const before = await keysOf();
  await set('movement', false);
  const after = await keysOf();
  expect(before.filter((key) => !after.includes(key))).toEqual([
    ...faithKeys,
    'coaching',
    'coached_by',
    'baptism_date',
    'baptism_generation',
    'baptized_by',
    'baptized',
  ]);
});

test('while the module of an extension is off, its type and its fields are not there', async () => {
  const settingsOf = (type: string) => harness.ask(recordsSettings, { post_type: type }, mona);
  await set('trainings', false);
  await expect(settingsOf('trainings')).rejects.toMatchObject({ code: 'rest_invalid_param' });
  const { fields, tiles } = await settingsOf('contacts');
  expect(fields).not.toHaveProperty('number_test');
  // The built-in field of this key, as it was declared first.
  expect(fields['meeting_time']).toEqual({ name: 'Meeting Time', type: 'datetime', tile: 'details' });
  expect(tiles).not.toHaveProperty('ext_tile');
});

test('while groups are off there is no such type, and contacts are connected to none', async () => {
  const { ID: group } = await create({ name: 'Tuesday' }, mona, 'groups');
  const { ID: contact } = await create({ name: 'Amina', groups: values(group) });
  await set('groups_base', false);
  for (const ask of [() => keysOf('groups'), () => create({ name: 'Wednesday' }, mona, 'groups')])
    await expect(ask()).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(await get(contact)).not.toHaveProperty('groups');
  await set('groups_base', true);
  expect(await get(contact)).toMatchObject({ groups: [{ ID: group }] });
});

test('who is deleted while groups are off is no member any more when they are back', async () => {
  const { ID: contact } = await create({ name: 'Amina' });
  const { ID: group } = await create({ name: 'Tuesday', members: values(contact) }, mona, 'groups');
  await set('groups_base', false);
  await remove(contact);
  await set('groups_base', true);
  const { degrees, linkTerms: links, fields } = await harness.stored(group);
  expect({ degrees, links, count: fields['member_count'] }).toEqual({
    degrees: { 'contacts_to_groups:to': 0 },
    links: [],
    count: 0,
  });
});

test('while following up is off its rules do not run, and contacts and users are made without it', async () => {
  await set('follow-up', false);
  const { ID: id } = await create({ name: 'Amina' });
  const { fields } = await harness.stored(id);
  expect(fields).toEqual({ type: 'access' });
  const user = { user_id: 41, display_name: 'Rita', email: 'rita@example.test' };
  expect(await harness.harness.command(createUserContact, user, 'users')).toEqual({ id: expect.any(Number) });
});

test.each([
  ['an unknown module', 'fishing', 'there is no module fishing; the modules are contacts_base, follow-up, '],
  ['contacts', 'contacts_base', 'contacts_base is always on'],
])('switching %s off is refused, and changes nothing', async (_what, module, problem) => {
  const before = await list();
  await expect(set(module, false)).rejects.toMatchObject({
    code: 'rest_invalid_param',
    data: { params: { module: expect.stringContaining(problem) } },
  });
  expect(await list()).toEqual(before);
});

test('every instance follows, and one that starts later as well', async () => {
  const later = await harness.start(withExtensions('trainings'));
  await set('contacts_faith_module', false);
  await until(allAnswer(false));
  await set('contacts_faith_module', true);
  await until(allAnswer(true));
  await set('contacts_faith_module', false);
  await later.stop();
  await harness.start(withExtensions('trainings'));
  await until(allAnswer(false));
});

/** Fails unless each of many settings, whichever instance answers them, has the field of the module or none has. */
function allAnswer(has: boolean) {
  return async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => keysOf()));
    expect(answers.map((keys) => keys.includes('milestones'))).toEqual(answers.map(() => has));
  };
}

test('fields of groups are written, filtered, chosen and read by their other keys', async () => {
  const { ID: leader } = await create({ name: 'Leader' });
  const address = [{ value: 'Main Street 1' }];
  const created = await create({ name: 'Friday', address, group_leader: values(leader) }, mona, 'groups');
  expect(created).toMatchObject({ address, contact_address: address, leaders: [{ ID: leader }] });
  const query = { group_leader: [leader], fields_to_return: ['address', 'group_leader'] };
  const { posts } = await harness.ask(recordsList, { post_type: 'groups', query }, mona);
  expect(posts).toMatchObject([
    { name: 'Friday', address, contact_address: address, leaders: [{ ID: leader }] },
  ]);
});
