import { expect, test } from '@jest/globals';
import type { Fields } from '@svc/contracts';
import fc from 'fast-check';
import { sized } from '@svc/testing';
import { expectConsistent } from './testing/expect-consistent.ts';
import { expectSomeOrder, permutations, readForCopies } from './testing/expect-some-order.ts';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, overseer, withExtensions } from './testing/records-harness.ts';

const ann = overseer(3, 'samples', 'sets');
const bob = overseer(4, 'samples', 'sets');
const harness = harnessOfSuite({ instances: 2, settings: withExtensions('sample') });
const client = recordClient(harness);

/** Connection fields of the sample post types: whose they are, and what they connect with. */
const connectionFields = {
  sets: { of: 'samples', to: 'sets' },
  peers: { of: 'samples', to: 'samples' },
  samples: { of: 'sets', to: 'samples' },
  parents: { of: 'sets', to: 'sets' },
  children: { of: 'sets', to: 'sets' },
} as const;

type FieldKey = keyof typeof connectionFields;

/** The ids of three records of each type: writes name them by their place. */
type Pool = Readonly<Record<'samples' | 'sets', readonly number[]>>;

const entry = fc.record({
  other: fc.nat(2),
  delete: fc.boolean(),
  meta: fc.constantFrom({}, { role: 'head' }, { role: '' }, { since: '2020' }),
});

/** Writes from both sides. */
const connectionWrites = fc.record({
  caller: fc.constantFrom(ann, bob),
  record: fc.nat(2),
  field: fc.constantFrom(...(Object.keys(connectionFields) as FieldKey[])),
  entries: fc.array(entry, { maxLength: 3 }),
  force: fc.boolean(),
});

type ConnectionWrite = typeof connectionWrites extends fc.Arbitrary<infer Write> ? Write : never;

async function threeOf(postType: string): Promise<number[]> {
  const created = await Promise.all([1, 2, 3].map(() => client.create({ name: 'Pooled' }, ann, postType)));
  return created.map(({ ID }) => ID).toSorted((one, other) => one - other);
}

/** Whether a write was accepted. */
async function connects({ caller, record, field, entries, force }: ConnectionWrite, pool: Pool) {
  const { of, to } = connectionFields[field];
  const values = entries.map(({ other, ...each }) => ({ ...each, value: pool[to][other] }));
  const fields = { [field]: { values, force_values: force } };
  return client.update(pool[of][record] ?? 0, fields, caller, of).then(
    () => true,
    (error: Fields) => {
      expect(error).toMatchObject({ status: 400, data: { field } });
      return false;
    },
  );
}

/** What each record shows of its connections, and sets of their number; records by their places. */
async function shown(pool: Pool): Promise<Fields> {
  const places = new Map(
    Object.entries(pool).flatMap(([type, ids]) => ids.map((id, place) => [id, `${type} ${place}`] as const)),
  );
  const fields: Fields = {};
  for (const postType of ['samples', 'sets'] as const)
    for (const id of pool[postType]) {
      const record: Fields = await client.get(id, bob, postType);
      const connected = Object.keys(connectionFields).filter((key) => key in record);
      for (const key of connected)
        fields[`${places.get(id)} ${key}`] = (record[key] as { ID: number; meta?: object }[])
          .map(({ ID, meta = {} }) => `${places.get(ID)} ${JSON.stringify(meta)}`)
          .sort();
      if (postType === 'sets') fields[`${places.get(id)} count`] = record['sample_count'];
    }
  return fields;
}

/** The whole database is looked at again and again: it would take ever longer. */
async function forget(records: object): Promise<void> {
  const { documents, edges, activity, privateValues } = harness;
  await documents.collection.deleteMany({ _id: records });
  await activity.collection.deleteMany({ recordId: records });
  await privateValues.collection.deleteMany({ recordId: records });
  await edges.collection.deleteMany({ from: records });
}

test('concurrent connections from both ends give the same result as in some sequential order', async () => {
  const rounds = fc.array(fc.array(connectionWrites, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (sent) => {
      const pool = { samples: await threeOf('samples'), sets: await threeOf('sets') };
      for (const writes of sent) {
        const copy = await readForCopies(harness, [...pool.samples, ...pool.sets]);
        const accepted = await Promise.all(writes.map((write) => connects(write, pool)));
        await expectSomeOrder({
          orders: permutations(writes),
          outcome: { accepted, shown: await shown(pool) },
          async replay(order) {
            const copies = await copy();
            const copied = (ids: readonly number[]) => ids.map((id) => copies.get(id) ?? 0);
            const own = { samples: copied(pool.samples), sets: copied(pool.sets) };
            const replayed = new Map<ConnectionWrite, boolean>();
            for (const write of order) replayed.set(write, await connects(write, own));
            const outcome = {
              accepted: writes.map((write) => replayed.get(write)),
              shown: await shown(own),
            };
            await forget({ $in: [...copies.values()] });
            return outcome;
          },
        });
      }
      await expectConsistent(harness);
      await forget({ $exists: true });
    }),
    {
      numRuns: sized(10, 50),
      endOnFailure: true,
      includeErrorInReport: true,
    },
  );
});
