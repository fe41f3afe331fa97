import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Requests that were sent at once, and what came of them. */
interface SentAtOnce<Step> {
  /** The orders in which they may have been carried out, the likeliest first. */
  readonly orders: readonly (readonly Step[])[];
  /** What they were answered, and what is read after them. */
  readonly outcome: unknown;
  /** The same where they are sent one after the other to a copy of the records as they were before. */
  replay(order: readonly Step[]): Promise<unknown>;
}

/** Requests at once come to what some order of them comes to. */
export async function expectSomeOrder<Step>({ orders, outcome, replay }: SentAtOnce<Step>): Promise<void> {
  let first: unknown;
  for (const order of orders) {
    const replayed = await replay(order);
    if (isDeepStrictEqual(replayed, outcome)) return;
    first ??= replayed;
  }
  // No order explains it: the difference to the first one tells most.
  expect({ order: orders[0], outcome }).toEqual({ order: orders[0], outcome: first });
}

/** The same values in every order. */
export function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, place) =>
    permutations(values.filter((_other, index) => index !== place)).map((rest) => [value, ...rest]),
  );
}

/** Stores records once more as they were when they were read; id → that of its copy, for each of them. */
type CopyRecords = () => Promise<ReadonlyMap<number, number>>;

/** Reads records, what users keep in them and the connections among them, to store them again and again. */
export async function readForCopies(harness: RecordsHarness, ids: readonly number[]): Promise<CopyRecords> {
  const { documents, edges, privateValues } = harness;
  const among = { $in: [...ids] };
  const records = await documents.find({ _id: among }).sort({ _id: 1 }).lean();
  const kept = await privateValues.find({ recordId: among }).lean();
  const connections = await edges.find({ from: among, to: among }).lean();
  return async () => {
    const copies = new Map<number, number>();
    for (const { _id, postType } of records) copies.set(_id, (await harness.seed(postType, 1))[0] ?? 0);
    const copyOf = (id: number) => copies.get(id) ?? id;
    for (const { _id, linkTerms = [], ...record } of records) {
      const links = linkTerms.map((term) => term.replace(/\d+$/, (id) => String(copyOf(Number(id)))));
      await documents.replaceOne({ _id: copyOf(_id) }, { ...record, linkTerms: links });
    }
    await privateValues.insertMany(
      kept.map((values) => {
        const recordId = copyOf(values.recordId);
        return { ...values, recordId, _id: privateValuesId(recordId, values.userId) };
      }),
    );
    await edges.insertMany(
      connections.map((edge) => {
        const from = copyOf(edge.from);
        const to = copyOf(edge.to);
        return { ...edge, from, to, _id: `${edge.key}:${from}:${to}` };
      }),
    );
    return copies;
  };
}
