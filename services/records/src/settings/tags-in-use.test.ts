import { beforeAll, expect, test } from '@jest/globals';
import { recordsCoreSettings, recordsSettings, recordsUpdate, systemActor, type Actor } from '@svc/contracts';
import { until, userActor } from '@svc/testing';
import { everywhere } from '../testing/every-instance.ts';
import { recordClient, values } from '../testing/record-client.ts';
import {
  dispatcher,
  harnessOfSuite,
  multiplier,
  siteLink,
  withExtensions,
} from '../testing/records-harness.ts';

const harness = harnessOfSuite({
  instances: 2,
  settings: { ...withExtensions('sample'), READ_CACHE: 'true' },
});
const { create } = recordClient(harness);

beforeAll(async () => {
  await create({ name: 'A', type: 'access', tags: values('both', 'access') }, multiplier(10));
  await create({ name: 'P', type: 'personal', tags: values('both', 'personal') }, multiplier(10));
  await create({ name: 'B', type: 'access', tags: values('other') }, multiplier(11));
  const sample = { name: 'S', some_tags: values('open'), my_some_tags: values('mine') };
  await create(sample, sampler(['access_samples', 'create_samples']), 'samples');
});

const sampler = (capabilities: string[]) => userActor(3, 'User 3', capabilities);
const seeing = siteLink('Link', ['access_contacts', 'dt_all_access_contacts']);

/** The tags that settings list: of one type, and of all types, which have to be the same. */
async function tagsOf(caller: Actor, postType = 'contacts', field = 'tags') {
  const [one, all] = await Promise.all([
    harness.ask(recordsSettings, { post_type: postType }, caller),
    harness.ask(recordsCoreSettings, {}, caller),
  ]);
  expect(all.post_types[postType]?.fields[field]).toEqual(one.fields[field]);
  return one.fields[field]?.['default'];
}

test.each<[string, Actor, readonly string[]]>([
  ['the author of the records', multiplier(10), ['access', 'both', 'personal']],
  ['another user with records', multiplier(11), ['other']],
  ['a user without records', multiplier(12), []],
  ['a user who views all access contacts', dispatcher(12), ['access', 'both', 'other']],
  ['a user who can only create contacts', userActor(10, 'User 10', ['create_contacts']), []],
  ['a site link that views all access contacts', seeing, ['access', 'both', 'other']],
  ['a site link that can only create contacts', siteLink('Link', ['create_contacts']), []],
  ['a service', systemActor('users'), []],
])(
  'the settings for %s contain exactly the tags of the records in their lists',
  async (_who, caller, expected) => {
    expect(await tagsOf(caller)).toEqual(expected);
  },
);

test('the installation settings contain no tags for a user who cannot access the type', async () => {
  const { post_types: types } = await harness.ask(recordsCoreSettings, {}, userActor(10, 'User 10', []));
  expect(types['contacts']?.fields['tags']).toMatchObject({ type: 'tags', default: [] });
  expect(types['peoplegroups']?.fields['tags']).toMatchObject({ type: 'tags', default: [] });
});

test('tags of extension fields are in the settings, and those of private fields are not', async () => {
  const caller = sampler(['access_samples', 'create_samples']);
  expect(await tagsOf(caller, 'samples', 'some_tags')).toEqual(['open']);
  expect(await tagsOf(caller, 'samples', 'my_some_tags')).toEqual([]);
  const viewer = sampler(['access_samples', 'view_any_samples']);
  expect(await tagsOf(viewer, 'samples', 'my_some_tags')).toEqual([]);
});

test('new and removed tags appear in the settings of every instance', async () => {
  const caller = multiplier(20);
  const { ID: id } = await create({ name: 'Changing', tags: values('first') }, caller);
  const write = (tags: object) =>
    harness.ask(recordsUpdate, { post_type: 'contacts', id, fields: { tags }, silent: true }, caller);
  const told = () => tagsOf(caller);
  await everywhere(told, ['first']);
  await write(values('second'));
  await everywhere(told, ['first', 'second']);
  await write({ values: [{ value: 'first', delete: true }] });
  await everywhere(told, ['second']);
});

test('the settings contain at most the first five hundred tags', async () => {
  const many = Array.from({ length: 520 }, (_nothing, n) => `many ${String(n).padStart(3, '0')}`);
  await harness.seed('contacts', 1, { sharedWith: [40], fields: { type: 'access', tags: many } });
  const overseer = userActor(41, 'Overseer', ['access_groups', 'view_any_groups']);
  await harness.seed('groups', 1, { fields: { tags: many } });
  await until(async () => {
    const told = await Promise.all([tagsOf(multiplier(40)), tagsOf(overseer, 'groups')]);
    for (const tags of told) expect(tags).toEqual(many.slice(0, 500));
  });
});
