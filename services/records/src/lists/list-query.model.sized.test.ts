import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { commentsFindRecords, recordsCreate, recordsList, type Actor } from '@svc/contracts';
import { sized, userActor } from '@svc/testing';
import fc from 'fast-check';
import { fieldTypes } from '../fields/index.ts';
import { filteredKeys } from '../testing/list-model/filter-trees.ts';
import { makeRecords, recordPlans, type Makers } from '../testing/list-model/model-records.ts';
import { modelQueries } from '../testing/list-model/model-queries.ts';
import type { ModelCaller, ModelRecord } from '../testing/list-model/model-record.ts';
import { isCommented } from '../testing/list-model/searches.ts';
import { dispatcher, harnessOfSuite, multiplier, withExtensions } from '../testing/records-harness.ts';
import sampleExtension from '../testing/sample-extension.ts';
import { seedGrid } from '../testing/seed-grid.ts';

/** Batches of records, and how many queries of each caller go over one. */
const batches = sized(1, 2);
const queries = sized(65, 125);
const recordsOfBatch = 40;

const more = ['access_samples', 'create_samples', 'view_any_sets', 'access_sets', 'create_sets'];
const withMore = (actor: Actor, ...others: string[]): Actor => ({
  ...actor,
  capabilities: [...actor.capabilities, ...more, ...others],
});
const creators = [withMore(multiplier(3)), withMore(multiplier(5))];
const overseer = withMore(userActor(11, 'User 11'), 'view_any_samples', 'update_any_samples');
const dispatching = withMore(dispatcher(4));

test('the model covers every filterable field type', () => {
  const { samples } = sampleExtension.postTypes ?? {};
  const modelled = filteredKeys.map((key) => samples?.fields?.[key]?.type ?? 'boolean');
  const filtered = [...fieldTypes.values()].filter(({ query }) => query?.filter).map(({ name }) => name);
  expect(new Set(modelled)).toEqual(new Set(filtered));
});

const callers: [who: string, postType: Makers['postType'], actor: Actor, sees: ModelCaller['sees']][] = [
  ['with access to all records', 'samples', overseer, 'all'],
  ['with access to shared records', 'samples', creators[0] as Actor, []],
  [
    'with access to contacts of some types',
    'contacts',
    dispatching,
    ['access', 'access_placeholder', 'user'],
  ],
  ['with access to shared contacts', 'contacts', creators[0] as Actor, []],
];

const variants: [from: string, settings: Record<string, string>][] = [
  ['the name index', {}],
  ['the database', { NAME_INDEX_MB: '0' }],
];

describe.each(variants)('from %s', (_from, settings) => {
  const harness = harnessOfSuite({
    before: seedGrid,
    settings: { ...withExtensions('sample', 'listed'), ...settings },
  });
  const sets: number[] = [];
  let everybody: readonly number[] = [];

  beforeAll(async () => {
    await harness.harness.standIn(commentsFindRecords, ({ text }) => ({
      record_ids: everybody.filter((id) => isCommented(id, text)),
      has_more: false,
    }));
    for (const name of ['A', 'B', 'C']) {
      const input = { post_type: 'sets', fields: { name }, silent: true };
      sets.push(((await harness.ask(recordsCreate, input, overseer)) as { ID: number }).ID);
    }
  });

  /** The same records for a batch of the same number. */
  async function batchOf(postType: Makers['postType'], batch: number): Promise<ModelRecord[]> {
    const plans = fc.sample(recordPlans, { seed: batch + 1, numRuns: recordsOfBatch });
    const overseeing = postType === 'samples' ? overseer : dispatching;
    return makeRecords(harness, { postType, creators, overseer: overseeing, sets }, plans);
  }

  describe.each(Array.from({ length: batches }, (_, batch) => batch))('lists of batch %i', (batch) => {
    const made: Record<string, ModelRecord[]> = {};
    const others: ModelRecord[] = [];

    beforeAll(async () => {
      for (const postType of ['samples', 'contacts'] as const)
        made[postType] = await batchOf(postType, batch);
      everybody = Object.values(made).flatMap((records) => records.map(({ id }) => id));
      const standsFor = { 'fields.corresponds_to_user': 3 };
      await harness.documents.updateMany({}, { $unset: standsFor });
      const [contact] = made['contacts'] ?? [];
      if (contact) await harness.documents.updateOne({ _id: contact.id }, { $set: standsFor });
    });

    afterAll(async () => {
      await harness.documents.deleteMany({ postType: { $in: ['samples', 'contacts'] } });
      await harness.privateValues.deleteMany({});
    });

    test.each(callers)(
      'match a simple model for a caller %s',
      async (_who, postType, actor, sees) => {
        const records = made[postType] ?? others;
        const contact = actor.userId === 3 ? made['contacts']?.[0]?.id : undefined;
        const caller: ModelCaller = { userId: actor.userId, contact, sees };
        await fc.assert(
          fc.asyncProperty(modelQueries(records, sets), async ({ query, answer }) => {
            const { posts, total } = await harness.ask(recordsList, { post_type: postType, query }, actor);
            const told = { query, ids: posts.map(({ ID }) => ID), total };
            expect(told).toEqual({ query, ...answer(records, caller) });
          }),
          { numRuns: queries },
        );
      },
      600_000,
    );
  });
});
