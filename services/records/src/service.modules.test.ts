import { beforeEach, expect, test } from '@jest/globals';
import {
  createUserContact,
  recordsModules,
  recordsSetModule,
  recordsSettings,
  systemActor,
} from '@svc/contracts';
import { everywhere } from './testing/every-instance.ts';
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
const { create, get, list: page, update, remove } = recordClient(harness);
const keysOf = async (postType = 'contacts') =>
  Object.keys((await harness.ask(recordsSettings, { post_type: postType }, mona)).fields);

const faithKeys = ['milestones', 'faith_status'];

test('modules are listed with label and description, and are all enabled at first', async () => {
  const { modules } = await list();
  expect(modules.filter(({ required }) => required).map(({ key }) => key)).toEqual(['contacts_base']);
  expect(modules.filter(({ enabled }) => !enabled)).toEqual([]);
  const faith = { label: 'Faith', description: 'Faith milestones and faith status.' };
  expect(modules.find(({ key }) => key === 'contacts_faith_module')).toMatchObject(faith);
  expect(modules.at(-1)).toMatchObject({ key: 'trainings' });
});

test('fields of a disabled module are hidden and refused, and keep their values until it is enabled', async () => {
  const faith = { faith_status: 'seeker', milestones: values('milestone_belief') };
  const { ID: id } = await create({ name: 'Amina', ...faith });
  const listed = async () => (await page({})).posts.find(({ ID }) => ID === id);
  expect(await listed()).toMatchObject({ faith_status: { key: 'seeker' } });
  expect(await set('contacts_faith_module', false)).toMatchObject({ enabled: false });

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

test('a switch for several modules disables all of them', async () => {
  const before = await keysOf();
  await set('movement', false);
  const after = await keysOf();
  const switched = ['milestones', 'coaching', 'baptism_date'];
  expect(before).toEqual(expect.arrayContaining(switched));
  for (const key of switched) expect(after).not.toContain(key);
});

test('a disabled module hides the post type of its extension, and its fields of other types', async () => {
  await set('trainings', false);
  await expect(keysOf('trainings')).rejects.toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(await keysOf()).not.toContain('number_test');
});

test('a contact deleted while groups are disabled is not a member after they are enabled', async () => {
  const { ID: contact } = await create({ name: 'Amina' });
  const { ID: group } = await create({ name: 'Tuesday', members: values(contact) }, mona, 'groups');
  await set('groups_base', false);
  await remove(contact);
  await set('groups_base', true);
  const { degrees, linkTerms: links, fields } = await harness.stored(group);
  expect([degrees, links, fields['member_count']]).toEqual([{ 'contacts_to_groups:to': 0 }, [], 0]);
});

test('contacts and users are created without the rules of follow-up while it is disabled', async () => {
  await set('follow-up', false);
  const { ID: id } = await create({ name: 'Amina' });
  const { fields } = await harness.stored(id);
  expect(fields).toEqual({ type: 'access' });
  const user = { user_id: 41, display_name: 'Rita', email: 'rita@example.test' };
  expect(await harness.harness.command(createUserContact, user, 'users')).toEqual({ id: expect.any(Number) });
});

test.each([
  ['an unknown module', 'fishing', 'unknown module fishing; the modules are contacts_base, follow-up, '],
  ['contacts', 'contacts_base', 'contacts_base cannot be switched off'],
])('disabling %s is refused without a change', async (_what, module, problem) => {
  const before = await list();
  await expect(set(module, false)).rejects.toMatchObject({
    code: 'rest_invalid_param',
    data: { params: { module: expect.stringContaining(problem) } },
  });
  expect(await list()).toEqual(before);
});

test('every instance applies a switch, also an instance that starts later', async () => {
  const hasFaith = async () => (await keysOf()).includes('milestones');
  const later = await harness.start(withExtensions('trainings'));
  await set('contacts_faith_module', false);
  await everywhere(hasFaith, false);
  await set('contacts_faith_module', true);
  await everywhere(hasFaith, true);
  await set('contacts_faith_module', false);
  await later.stop();
  await harness.start(withExtensions('trainings'));
  await everywhere(hasFaith, false);
});

test('fields of groups are written, filtered, chosen and read by their other keys', async () => {
  const { ID: leader } = await create({ name: 'Leader' });
  const address = [{ value: 'Main Street 1' }];
  const created = await create({ name: 'Friday', address, group_leader: values(leader) }, mona, 'groups');
  expect(created).toMatchObject({ address, contact_address: address, leaders: [{ ID: leader }] });
  const query = { group_leader: [leader], fields_to_return: ['address', 'group_leader'] };
  const { posts } = await page(query, mona, 'groups');
  expect(posts).toMatchObject([
    { name: 'Friday', address, contact_address: address, leaders: [{ ID: leader }] },
  ]);
});
