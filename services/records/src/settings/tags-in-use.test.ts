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
  ['whoever made the records', multiplier(10), ['access', 'both', 'personal']],
  ['somebody else', multiplier(11), ['other']],
  ['somebody without records', multiplier(12), []],
  ['who sees all of type access', dispatcher(12), ['access', 'both', 'other']],
  ['who may only create them', userActor(10, 'User 10', ['create_contacts']), []],
  ['a site link that sees all of type access', seeing, ['access', 'both', 'other']],
  ['a site link that may only create them', siteLink('Link', ['create_contacts']), []],
  ['a service that asks for somebody else', systemActor('users'), []],
])('the tags that lists show to %s are in their settings, and no others', async (_who, caller, expected) => {
  expect(await tagsOf(caller)).toEqual(expected);
});

test('who may not even read the settings of a type has them without tags in those of the installation', async () => {
  const { post_types: types } = await harness.ask(recordsCoreSettings, {}, userActor(10, 'User 10', []));
  expect(types['contacts']?.fields['tags']).toMatchObject({ type: 'tags', default: [] });
  expect(types['peoplegroups']?.fields['tags']).toMatchObject({ type: 'tags', default: [] });
});

test('fields of extensions list theirs, and private ones nothing', async () => {
  const caller = sampler(['access_samples', 'create_samples']);
  expect(await tagsOf(caller, 'samples', 'some_tags')).toEqual(['open']);
  expect(await tagsOf(caller, 'samples', 'my_some_tags')).toEqual([]);
  const viewer = sampler(['access_samples', 'view_any_samples']);
  expect(await tagsOf(viewer, 'samples', 'my_some_tags')).toEqual([]);
});

test('a tag that is written over one instance is soon in the settings of every other, and one that is removed in none', async () => {
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

test('of very many tags the first five hundred are listed', async () => {
  const many = Array.from({ length: 520 }, (_nothing, n) => `many ${String(n).padStart(3, '0')}`);
  await harness.seed('contacts', 1, { sharedWith: [40], fields: { type: 'access', tags: many } });
  const overseer = userActor(41, 'Overseer', ['access_groups', 'view_any_groups']);
  await harness.seed('groups', 1, { fields: { tags: many } });
  await until(async () => {
    const told = await Promise.all([tagsOf(multiplier(40)), tagsOf(overseer, 'groups')]);
    for (const tags of told) expect(tags).toEqual(many.slice(0, 500));
  });
});
