import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  addComments,
  recordsAuthorize,
  recordsCheckFieldValueExists,
  recordsCompact,
  recordsCountLists,
  recordsCreate,
  recordsGet,
  recordsMultiSelectValues,
  recordsSplitBy,
  recordsViewable,
  systemActor,
  type Actor,
} from '@svc/contracts';
import { commandsFor, sized, userActor } from '@svc/testing';
import fc from 'fast-check';
import { isGranted } from './access/grant.ts';
import { grantsOf } from './access/grants-of.ts';
import type { RecordDocument } from './model/record.ts';
import { builtInModules } from './modules/built-in-modules.ts';
import { PostTypes } from './post-types/post-types.ts';
import { guarded } from './testing/guarded-extension.ts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, withExtensions } from './testing/records-harness.ts';

const runs = sized(40, 400);

const builtIn = PostTypes.declare(builtInModules);

const harness = harnessOfSuite({ settings: withExtensions('guarded') });
const { create, update, list, remove } = recordClient(harness);
/** Every kind of record that access tells apart. */
const stored: RecordDocument[] = [];

const types = ['access', 'access_placeholder', 'user', 'personal', undefined];
const sourceSets = [undefined, ['web'], ['facebook', 'web'], ['advertisement']];
const genders = ['female', 'male'];

beforeAll(async () => {
  const contacts = types.flatMap((type) =>
    sourceSets.flatMap((sources) =>
      [[3], [4], []].map((sharedWith, index) => ({
        postType: 'contacts',
        sharedWith,
        fields: {
          ...(type ? { type } : {}),
          ...(sources ? { sources } : {}),
          gender: genders[index % 2],
          tags: [`${type} ${sources?.join(' ')} ${sharedWith.join(' ')}`],
        },
      })),
    ),
  );
  const others = ['groups', 'peoplegroups'].flatMap((postType) =>
    [[3], [4], []].map((sharedWith) => ({ postType, sharedWith, fields: {} })),
  );
  for (const { postType, ...record } of [...contacts, ...others]) {
    const [id = 0] = await harness.seed(postType, 1, { ...record, sort: { name: 'seeded' } });
    stored.push(await harness.stored(id));
  }
});

const of = (postType: string) => stored.filter((record) => record.postType === postType);
const idsOf = (records: readonly { readonly _id: number }[]) =>
  records.map(({ _id }) => _id).toSorted(byNumber);
const byNumber = (one: number, other: number) => one - other;

async function listed(caller: Actor, postType: string): Promise<number[]> {
  const query = { limit: 1000, fields_to_return: ['name'] };
  const { posts, total } = await list(query, caller, postType);
  expect(total).toBe(posts.length);
  return posts.map(({ ID }) => Number(ID)).toSorted(byNumber);
}

async function viewable(caller: Actor): Promise<number[]> {
  const ids = stored.map(({ _id }) => _id);
  const { records } = await harness.ask(recordsViewable, { ids }, caller);
  return records.map(({ id }) => id).toSorted(byNumber);
}

describe('granted access', () => {
  const capability = fc.subarray([
    'view_any_contacts',
    'update_any_contacts',
    'dt_all_access_contacts',
    'access_specific_sources',
    'promote_users',
    'view_any_groups',
    'update_any_groups',
    'access_peoplegroups',
  ]);
  const allSources = ['web', 'facebook', 'advertisement', 'restrict_all_sources', 'all'];
  const sources = fc.option(fc.subarray(allSources), { nil: undefined });
  const postType = fc.constantFrom('contacts', 'groups', 'peoplegroups');

  test('is the same for a single record, in lists and in other queries', async () => {
    await fc.assert(
      fc.asyncProperty(capability, sources, postType, async (held, allowed, key) => {
        const caller: Actor = {
          ...userActor(3, 'U', [...held, `access_${key}`]),
          ...(allowed ? { allowedSources: allowed } : {}),
        };
        const granted = (action: 'view' | 'list' | 'update', record: RecordDocument) =>
          isGranted(grantsOf(caller, action, builtIn.get(record.postType)), record);
        expect(await listed(caller, key)).toEqual(idsOf(of(key).filter((record) => granted('list', record))));
        expect(await viewable(caller)).toEqual(idsOf(stored.filter((record) => granted('view', record))));
        for (const record of fc.sample(fc.constantFrom(...of(key)), 3)) {
          const input = { post_type: key, id: record._id, action: 'update' } as const;
          const { allowed: mayUpdate } = await harness.ask(recordsAuthorize, input, caller);
          expect(mayUpdate).toBe(granted('update', record));
        }
      }),
      { numRuns: runs },
    );
  });

  test('limits a text search to the sources of the caller', async () => {
    const caller: Actor = {
      ...userActor(9, 'Digital', ['access_contacts', 'access_specific_sources']),
      allowedSources: ['facebook'],
    };
    const { posts, total } = await list({ text: 'seeded', limit: 1000 }, caller);
    expect(posts.map(({ ID }) => ID)).toEqual(expect.arrayContaining(await listed(caller, 'contacts')));
    expect(total).toBe((await listed(caller, 'contacts')).length);
  });
});

describe.each(Object.keys(guarded))('an access filter of an extension (%s)', (rule) => {
  const caller = userActor(5, rule, ['access_contacts', 'create_contacts', 'dt_all_access_contacts']);
  const expected = () =>
    of('contacts').filter((record) => {
      const granted = isGranted(grantsOf(caller, 'view', builtIn.get('contacts')), record);
      return guarded[rule]?.({ gender: record.fields['gender'], granted });
    });

  test('limits lists, counts, split-by and offered values', async () => {
    const ids = idsOf(expected());
    expect(await listed(caller, 'contacts')).toEqual(ids);
    const { lists } = await harness.ask(recordsCountLists, { post_type: 'contacts', queries: [{}] }, caller);
    expect(lists).toEqual([{ count: ids.length }]);
    const split = await harness.ask(recordsSplitBy, { post_type: 'contacts', field_id: 'gender' }, caller);
    const counts = split.map(({ value, count }) => [value, Number(count)]);
    const byGender = Map.groupBy(expected(), ({ fields }) => fields['gender']);
    expect(new Map(counts as [string, number][])).toEqual(
      new Map([...byGender].map(([gender, all]) => [gender, all.length])),
    );
    const input = { post_type: 'contacts', field: 'tags' };
    const offered = await harness.ask(recordsMultiSelectValues, input, caller);
    const tags = expected().flatMap(({ fields }) => fields['tags'] as string[]);
    expect(offered).toEqual([...new Set(tags)].toSorted().slice(0, 20));
  });

  test('limits single records and pickers', async () => {
    const ids = idsOf(expected());
    const contacts = idsOf(of('contacts'));
    expect((await viewable(caller)).filter((id) => contacts.includes(id))).toEqual(ids);
    for (const id of contacts.filter((_id, place) => [0, 7, 20, 45].includes(place))) {
      const isSeen = ids.includes(id);
      const asked = harness.ask(recordsGet, { post_type: 'contacts', id }, caller);
      await (isSeen
        ? expect(asked).resolves.toMatchObject({ ID: id })
        : expect(asked).rejects.toMatchObject({ code: 'get_post', status: 403 }));
      const input = { post_type: 'contacts', s: String(id), include_users: false };
      const { posts } = await harness.ask(recordsCompact, input, caller);
      expect(posts.some(({ ID }) => ID === id)).toBe(isSeen);
    }
  });

  test('limits the duplicates that a create with check_for_duplicates can update', async () => {
    const standIn = await commandsFor(harness.harness, addComments, { ids: [] });
    const fields = { name: 'Doubled', contact_phone: [{ value: `+1 ${rule}` }] };
    for (const gender of genders) {
      const { ID: id } = await create({ ...fields, gender });
      const input = { post_type: 'contacts', fields, silent: true, check_for_duplicates: ['contact_phone'] };
      const { ID: written } = await harness.ask(recordsCreate, input, caller);
      expect(written === id).toBe(guarded[rule]?.({ gender, granted: true }));
      for (const made of new Set([id, Number(written)])) await remove(made, systemActor('test'));
    }
    await standIn.stop();
  });

  test.each([
    ['is', ['dt_all_access_contacts']],
    ['is not', []],
  ])('decides whether a write can connect a record that %s granted', async (_is, granting) => {
    const writer = userActor(5, rule, ['access_contacts', 'create_contacts', ...granting]);
    for (const gender of genders) {
      const { ID: id } = await create({ name: 'Picked', gender });
      const connected = create({ name: 'Made', relation: { values: [{ value: id }] } }, writer);
      const [outcome] = await Promise.allSettled([connected]);
      if (guarded[rule]?.({ gender, granted: granting.length > 0 }))
        expect([outcome.status, await harness.edges.countDocuments({ from: id })]).toEqual(['fulfilled', 1]);
      else expect(outcome).toMatchObject({ reason: { code: 'add_connection_to_post', status: 400 } });
      const made = outcome.status === 'fulfilled' ? [Number(outcome.value.ID)] : [];
      for (const each of [id, ...made]) await remove(each, systemActor('test'));
    }
  });

  test('limits updates, deletes and the check for existing values', async () => {
    for (const gender of genders) {
      const { ID: id } = await create({ name: 'Guarded', gender, contact_phone: [{ value: '+1 555 01' }] });
      const mayDo = guarded[rule]?.({ gender, granted: true }) ?? true;
      const updated = update(id, { nickname: 'x' }, caller);
      await (mayDo
        ? expect(updated).resolves.toMatchObject({ ID: id })
        : expect(updated).rejects.toMatchObject({ code: 'update_post', status: 403 }));
      const value = {
        post_type: 'contacts',
        communication_channel: 'contact_phone',
        field_value: '+1 555 01',
      };
      const held = await harness.ask(recordsCheckFieldValueExists, value, caller);
      expect(held.some(({ post_id: held }) => held === String(id))).toBe(mayDo);
      // It is somebody else's: only the extension can let it be deleted.
      const mayDelete = mayDo && (guarded[rule]?.({ gender, granted: false }) ?? false);
      const deleted = remove(id, caller);
      await (mayDelete
        ? expect(deleted).resolves.toBe(true)
        : expect(deleted).rejects.toMatchObject({ code: 'delete_post', status: 403 }));
      if (!mayDelete) await remove(id, systemActor('test'));
    }
  });
});

test('a condition with an unknown field in an access filter is an error of the extension', async () => {
  const caller = userActor(3, 'mistaken', ['access_contacts']);
  await expect(list({}, caller)).rejects.toMatchObject({
    code: 'extension_refused',
    message: expect.stringContaining('One or more fields do not exist'),
    data: { hook: 'svc_filter_access_permissions', key: 'planet' },
  });
});
