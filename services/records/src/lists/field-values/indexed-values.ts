import { mongo, type PipelineStage } from 'mongoose';
import type { Collections } from '../../store/collections.ts';
import { isCut, termOf } from '../../derived/field-terms.ts';
import type { Condition } from '../../model/filter.ts';
import type { Field } from '../../model/field.ts';
import type { Index } from '../../store/indexes.ts';

type Deps = Pick<Collections, 'records'>;

/** Records per read. */
const readAtOnce = 100;

/** The condition on the records whose values are wanted, and the options for reading them. */
interface ValueSearch {
  readonly filter: Condition;
  readonly maxTimeMS: number;
  readonly hint?: Index;
}

/** The distinct values that records hold in a field, in ascending order, read from the records. */
export async function* heldValues(
  { records }: Deps,
  { key }: Field,
  { filter, ...options }: ValueSearch,
): AsyncGenerator<string> {
  const stages: PipelineStage[] = [
    { $match: filter },
    { $project: { _id: 0, value: `$fields.${key}` } },
    { $unwind: '$value' },
    { $group: { _id: '$value' } },
    { $sort: { _id: 1 } },
  ];
  const cursor = records.aggregate(stages).option(options).cursor<{ _id: string }>();
  for await (const { _id: value } of cursor as AsyncIterable<{ _id: string }>) yield value;
}

/**
 * The distinct values that records hold in a field, in ascending order, from the index of terms. For each value that `isWanted`, it
 * reads one record that meets the condition, and no others.
 */
export async function* indexedValues(
  deps: Deps,
  field: Field,
  wanted: ValueSearch & { isWanted(value: string): boolean },
): AsyncGenerator<string> {
  const start = termOf(field, '');
  for await (const term of termsFrom(deps, start, wanted.maxTimeMS)) {
    const value = term.slice(start.length);
    if (isCut(term)) yield* valuesOfCut(deps, field, { ...wanted, term });
    else if (wanted.isWanted(value) && (await isHeld(deps, term, wanted))) yield value;
  }
}

/**
 * The distinct terms that begin with `start`, in the order of the index. Reads the index in parts and skips records that share the last
 * term of a part. A read finds each record only once, so it returns all terms of the record.
 */
async function* termsFrom(deps: Deps, start: string, maxTimeMS: number): AsyncGenerator<string> {
  let last: string | undefined;
  for (;;) {
    const found = await readTerms(deps, { start, last }, maxTimeMS);
    const isRest = found.length < readAtOnce;
    // Terms after the first one of the last record may also be in records that were not read.
    const [until] = isRest ? [] : [...(found.at(-1)?.terms ?? [])].sort(inBytes);
    const terms = [...new Set(found.flatMap((record) => record.terms))].sort(inBytes);
    yield* terms.filter((term) => until === undefined || inBytes(term, until) <= 0);
    if (isRest) return;
    last = until;
  }
}

/** The next records with terms after `last`, in the order of the index, with all of their terms after it. */
async function readTerms(
  { records }: Deps,
  { start, last }: { start: string; last: string | undefined },
  maxTimeMS: number,
): Promise<readonly { readonly terms: readonly string[] }[]> {
  // The first text after all texts that begin with `start`.
  const end = start.slice(0, -1) + String.fromCharCode(start.charCodeAt(start.length - 1) + 1);
  const isAfter = last === undefined ? { $gte: ['$$this', start] } : { $gt: ['$$this', last] };
  const terms = { $filter: { input: '$filterTerms', cond: { $and: [isAfter, { $lt: ['$$this', end] }] } } };
  const min =
    last === undefined
      ? { filterTerms: start, _id: new mongo.MinKey() }
      : { filterTerms: last, _id: new mongo.MaxKey() };
  const bounds = {
    hint: { filterTerms: 1, _id: 1 },
    min,
    max: { filterTerms: end, _id: new mongo.MinKey() },
  } as const;
  const found = records.collection.find(
    {},
    { ...bounds, projection: { _id: 0, terms }, limit: readAtOnce, batchSize: readAtOnce, maxTimeMS },
  );
  return (await found.toArray()) as unknown as { terms: string[] }[];
}

/** The order of the index. */
function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function isHeld({ records }: Deps, term: string, { filter, maxTimeMS }: ValueSearch): Promise<boolean> {
  const holder = await records
    .findOne({ $and: [{ filterTerms: term }, filter] }, { _id: 1 })
    .setOptions({ maxTimeMS, hint: { filterTerms: 1, _id: 1 } })
    .lean();
  return holder !== null;
}

/** Longer values with the same beginning share a term, so they are read from the records. */
async function* valuesOfCut(
  deps: Deps,
  field: Field,
  { term, filter, ...wanted }: ValueSearch & { term: string; isWanted(value: string): boolean },
): AsyncGenerator<string> {
  const found = { filter: { $and: [{ filterTerms: term }, filter] }, maxTimeMS: wanted.maxTimeMS };
  for await (const value of heldValues(deps, field, found))
    if (termOf(field, value).toWellFormed() === term && wanted.isWanted(value)) yield value;
}
