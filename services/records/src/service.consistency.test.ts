import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsCreate, recordsGet, recordsUpdate, type Fields } from '@svc/contracts';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { userActor } from '@svc/service-kit/testing';
import { expectConsistent } from './testing/expect-consistent.ts';
import {
  connectedWith,
  connectionFields,
  connectionsAfter,
  connectionWrites,
  writtenId,
  type Connections,
  type ConnectionWrite,
  type Pool,
} from './testing/model/connections.ts';
import { permutations } from './testing/permutations.ts';
import { RecordsHarness } from './testing/records-harness.ts';

const verbs = ['access', 'create', 'view_any', 'update_any'];
const capabilities = ['samples', 'sets'].flatMap((type) => verbs.map((verb) => `${verb}_${type}`));
const writers = [3, 4].map((id) => userActor(id, `User ${id}`, capabilities));
const [ann = userActor(3, 'Ann', capabilities), bob = ann] = writers;
let harness: RecordsHarness;

beforeAll(async () => {
  harness = await RecordsHarness.open();
  const settings = { EXTENSIONS: new URL('./testing/sample-extension.ts', import.meta.url).pathname };
  await Promise.all([harness.start(settings), harness.start(settings)]);
});

afterAll(async () => harness.close());

async function threeOf(postType: string): Promise<number[]> {
  const input = { post_type: postType, fields: { name: 'Pooled' }, silent: true };
  const created = await Promise.all([1, 2, 3].map(() => harness.ask(recordsCreate, input, ann)));
  return created.map((record) => (record as { ID: number }).ID);
}

/** Whether a write was taken. */
async function connects(write: ConnectionWrite, pool: Pool, caller: typeof ann): Promise<boolean> {
  const { of, to } = connectionFields[write.field];
  const values = write.entries.map(({ other, ...entry }) => ({ ...entry, value: pool[to][other] }));
  const fields = { [write.field]: { values, force_values: write.force } };
  const input = { post_type: of, id: writtenId(write, pool), fields, silent: true };
  return harness.ask(recordsUpdate, input, caller).then(
    () => true,
    (error: Fields) => {
      expect(error).toMatchObject({ status: 400, data: { field: write.field } });
      return false;
    },
  );
}

/** What each record shows of its connections, and sets of their number. */
async function shown(pool: Pool): Promise<Fields> {
  const fields: Fields = {};
  for (const postType of ['samples', 'sets'] as const)
    for (const id of pool[postType]) {
      const record: Fields = await harness.ask(recordsGet, { post_type: postType, id }, bob);
      for (const [key, { of }] of Object.entries(connectionFields))
        if (of === postType) fields[`${id}.${key}`] = inOrder(record[key]);
      if (postType === 'sets') fields[`${id}.sample_count`] = record['sample_count'];
    }
  return fields;
}

function inOrder(value: unknown): unknown[] {
  const items = value as { ID: number; meta?: object }[];
  return items.map(({ ID, meta = {} }) => [ID, meta]).sort(byId);
}

/** The same as the model has it. */
function modelled(state: Connections, pool: Pool): Fields {
  const fields: Fields = {};
  for (const [key, { of }] of Object.entries(connectionFields))
    for (const id of pool[of])
      fields[`${id}.${key}`] = [...connectedWith(state, key as ConnectionWrite['field'], id)].sort(byId);
  for (const id of pool.sets) fields[`${id}.sample_count`] = state.counters.get(id);
  return fields;
}

function byId([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return Number(one) - Number(other);
}

/** The whole database is looked at again and again: it would take ever longer. */
async function forgetAll(): Promise<void> {
  const { documents, edges, activity, privateValues } = harness;
  await Promise.all(
    [documents, edges, activity, privateValues].map(({ collection }) => collection.deleteMany()),
  );
}

interface Sent {
  readonly write: ConnectionWrite;
  readonly isTaken: boolean;
}

/** What writes in this order leave, when those that were refused have to be. */
function leftBy(order: readonly Sent[], before: Connections, pool: Pool): Connections | undefined {
  let state = before;
  for (const { write, isTaken } of order) {
    const after = connectionsAfter(state, write, pool);
    if ((after !== undefined) !== isTaken) return undefined;
    state = after ?? state;
  }
  return state;
}

test('writers who connect the same records from both sides at once leave what one after the other would', async () => {
  const rounds = fc.array(fc.array(connectionWrites, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(rounds, async (sent) => {
      const pool = { samples: await threeOf('samples'), sets: await threeOf('sets') };
      let state: Connections = { edges: new Map(), counters: new Map() };
      for (const writes of sent) {
        const taken = await Promise.all(
          writes.map((write, place) => connects(write, pool, place % 2 === 0 ? ann : bob)),
        );
        const asked = writes.map((write, place) => ({ write, isTaken: taken[place] ?? false }));
        const now = await shown(pool);
        const left = permutations(asked).flatMap((order) => leftBy(order, state, pool) ?? []);
        const found = left.find((each) => isDeepStrictEqual(modelled(each, pool), now));
        if (!found) expect({ asked, now }).toEqual({ asked, now: left[0] && modelled(left[0], pool) });
        state = found ?? state;
      }
      await expectConsistent(harness);
      await forgetAll();
    }),
    { numRuns: process.env['TEST_SUITE'] === 'full' ? 150 : 10, endOnFailure: true },
  );
});
