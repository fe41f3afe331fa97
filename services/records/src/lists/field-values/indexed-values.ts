import { mongo } from 'mongoose';
import type { Collections } from '../../store/collections.ts';
import { isCut, wordOf } from '../../derived/field-words.ts';
import type { Condition } from '../../model/filter.ts';
import type { Field } from '../../model/field.ts';
import { heldValues } from './held-values.ts';

type Deps = Pick<Collections, 'records'>;

/** Records that are read at once. */
const readAtOnce = 100;

/** Whose values are wanted: those of records that meet a condition. */
interface ValueSearch {
  readonly filter: Condition;
  readonly maxTimeMS: number;
}

/**
 * The different values that records hold in a field, in ascending order, from the index of words: without looking at the records, but
 * for one that meets the condition for each value that `isWanted`.
 */
export async function* indexedValues(
  deps: Deps,
  field: Field,
  wanted: ValueSearch & { isWanted(value: string): boolean },
): AsyncGenerator<string> {
  const start = wordOf(field, '');
  for await (const word of wordsFrom(deps, start, wanted.maxTimeMS)) {
    const value = word.slice(start.length);
    if (isCut(word)) yield* valuesOfCut(deps, field, { ...wanted, word });
    else if (wanted.isWanted(value) && (await isHeld(deps, word, wanted))) yield value;
  }
}

/**
 * The different words that begin so, in the order of the index: it is read in parts, with leaps over the records that share the last word of a
 * part. A read finds each record once, whatever its words, so these come with it.
 */
async function* wordsFrom(deps: Deps, start: string, maxTimeMS: number): AsyncGenerator<string> {
  let last: string | undefined;
  for (;;) {
    const found = await readWords(deps, { start, last }, maxTimeMS);
    const isRest = found.length < readAtOnce;
    // What comes after the first of the last record's words may be in records that were not read.
    const [until] = isRest ? [] : [...(found.at(-1)?.words ?? [])].sort(inBytes);
    const words = [...new Set(found.flatMap((record) => record.words))].sort(inBytes);
    yield* words.filter((word) => until === undefined || inBytes(word, until) <= 0);
    if (isRest) return;
    last = until;
  }
}

/** The next records with such words after the last one, in the order of the index, with all words of theirs that come after it. */
async function readWords(
  { records }: Deps,
  { start, last }: { start: string; last: string | undefined },
  maxTimeMS: number,
): Promise<readonly { readonly words: readonly string[] }[]> {
  const end = following(start);
  const isAfter = last === undefined ? { $gte: ['$$this', start] } : { $gt: ['$$this', last] };
  const words = { $filter: { input: '$words', cond: { $and: [isAfter, { $lt: ['$$this', end] }] } } };
  const min =
    last === undefined ? { words: start, _id: new mongo.MinKey() } : { words: last, _id: new mongo.MaxKey() };
  const bounds = { hint: { words: 1, _id: 1 }, min, max: { words: end, _id: new mongo.MinKey() } } as const;
  const found = records.collection.find(
    {},
    { ...bounds, projection: { _id: 0, words }, limit: readAtOnce, batchSize: readAtOnce, maxTimeMS },
  );
  return (await found.toArray()) as unknown as { words: string[] }[];
}

/** The order of the index. */
function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The first text after all that begin so. */
function following(start: string): string {
  const last = start.charCodeAt(start.length - 1);
  return start.slice(0, -1) + String.fromCharCode(last + 1);
}

async function isHeld({ records }: Deps, word: string, { filter, maxTimeMS }: ValueSearch): Promise<boolean> {
  const holder = await records
    .findOne({ $and: [{ words: word }, filter] }, { _id: 1 })
    .setOptions({ maxTimeMS, hint: { words: 1, _id: 1 } })
    .lean();
  return holder !== null;
}

/** Longer values share a word with those that begin alike: the records tell them. */
async function* valuesOfCut(
  deps: Deps,
  field: Field,
  { word, filter, ...wanted }: ValueSearch & { word: string; isWanted(value: string): boolean },
): AsyncGenerator<string> {
  const found = { filter: { $and: [{ words: word }, filter] }, maxTimeMS: wanted.maxTimeMS };
  for await (const value of heldValues(deps, field, found))
    if (wordOf(field, value).toWellFormed() === word && wanted.isWanted(value)) yield value;
}
