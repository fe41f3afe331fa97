import { mongo, type PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import { isCut, termOf } from '../../model/field-terms.ts';
import type { Condition } from '../../model/filter.ts';
import { indexes, type Index } from '../../store/indexes.ts';
import { grantFilter, grantTerms } from '../../access/grant.ts';
import type { ListDeps } from '../plan/list-deps.ts';
import type { Field } from '../../model/field.ts';
import { parseListQuery } from '../../query/parse-list-query.ts';
import { readOptions } from '../plan/plan-list.ts';
import { planOf } from '../plan/plan-of.ts';
import { visibleList, type ListCall, type VisibleList } from '../plan/visible-list.ts';
import { askedQuery, wholeList } from '../asked-list.ts';
import type { PostType } from '../../model/post-type.ts';
import type { Collections } from '../../store/collections.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

/** The values of a field to collect from the records that the caller sees. */
interface VisibleValues {
  readonly postType: PostType;
  readonly field: Field;
  readonly seen: VisibleList;
  readonly maxTimeMS: number;
  isWanted(value: string): boolean;
}

/** The records whose values are offered to the caller: all records that lists of the type show to them. */
export async function visibleRecords(
  call: ListCall,
  deps: ListDeps,
  postType: PostType,
): Promise<VisibleList> {
  const asked = await askedQuery(call, deps, postType, { query: {} });
  return visibleList(call, deps, postType, parseListQuery(asked, postType));
}

/**
 * The first distinct values, in ascending order. They come from the index of terms, or from the records when the caller sees only shared
 * ones, which are few, or when the field has no terms, such as a text.
 */
export async function firstVisibleValues(
  call: Pick<Call, 'deadline'>,
  deps: ListDeps,
  wanted: VisibleValues & { readonly most: number },
): Promise<readonly string[]> {
  const values: string[] = [];
  for await (const value of await findValues(call, deps, wanted)) {
    if (wanted.isWanted(value)) values.push(value);
    if (values.length === wanted.most) break;
  }
  return values;
}

async function findValues(
  call: Pick<Call, 'deadline'>,
  deps: ListDeps,
  wanted: VisibleValues,
): Promise<AsyncIterable<string>> {
  const { postType, field, maxTimeMS } = wanted;
  const { grants, found } = wanted.seen;
  // Shared records are few: they are read instead.
  if (!grantTerms(grants).isShared && field.type.query?.filterTerms) {
    const filter = { $and: [{ postType: postType.key }, grantFilter(grants), found.condition] };
    return indexedValues(deps, field, { ...wanted, filter });
  }
  const plan = await planOf(call, deps, { postType: postType.key, grants, found, query: wholeList });
  return heldValues(deps, field, { filter: plan.filter, ...readOptions(plan, maxTimeMS) });
}

/** The caller's own values of a private field, in ascending order. */
export async function ownValues(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  { privateValues }: Pick<Collections, 'privateValues'>,
  { key, postType }: Field,
): Promise<readonly string[]> {
  if (actor.userId === 0) return [];
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    privateValues.distinct(`fields.${key}`, { userId: actor.userId, postType }).maxTimeMS(maxTimeMS),
  );
  return found.map(String).sort();
}

type Deps = Pick<Collections, 'records'>;

const readAtOnce = 100;

/** The condition on the records whose values are wanted, and the options for reading them. */
interface ValueSearch {
  readonly filter: Condition;
  readonly maxTimeMS: number;
  readonly hint?: Index;
}

/** The distinct values that records hold in a field, in ascending order, read from the records. */
async function* heldValues(
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
async function* indexedValues(
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
  const max = { filterTerms: end, _id: new mongo.MinKey() };
  const bounds = { hint: indexes.filterTerms, min, max };
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
    .setOptions({ maxTimeMS, hint: indexes.filterTerms })
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
