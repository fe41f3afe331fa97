import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { Field } from '../model/field.ts';
import { storageOf } from '../model/stored-value.ts';
import type { ListSort } from '../query/list-query.ts';
import type { ReadPart } from './found-page.ts';
import type { ListPart } from './plan/page-stages.ts';
import { readOptions, type ListPlan } from './plan/plan-list.ts';
import type { Position } from '../store/page-cursors.ts';
import type { PrivateValues } from '../store/private-values-model.ts';
import { edgesOf, endName, endOf, otherEnd } from '../model/side.ts';
import { escaped } from '../fields/shared/text-pattern.ts';
import type { End } from '../model/edge.ts';
import type { PipelineStage } from 'mongoose';

type SortKey = string | number;
type RankedSort = Extract<ListSort, { kind: 'ranked' }>;
type Deps = Pick<Collections, 'records' | 'edges' | 'privateValues'>;
type RankCall = Pick<Call, 'actor' | 'deadline'>;

/** The ids of a part of a list, the positions of the first and the last, and whether the list goes on after it. */
interface RankedPart extends Pick<ReadPart, 'first' | 'last' | 'goesOn'> {
  readonly ids: readonly number[];
}

/**
 * The part of a list in an order by values that are not in the records: the first name at the other end of a connection, or the caller's
 * private values. Sorts all matching ids in this process, because MongoDB takes twenty times as long for the join.
 */
export async function rankPart(
  call: RankCall,
  deps: Deps,
  { plan, sort, part }: { plan: ListPlan; sort: RankedSort; part: ListPart },
): Promise<RankedPart> {
  const { field } = sort;
  const [ids, keys] =
    storageOf(field) === 'edges'
      ? await namesOfLinked(call, deps, { field, plan })
      : await Promise.all([
          findTogether<number>(call, deps, { plan, each: '$_id' }),
          privateSortKeys(call, deps, field),
        ]);
  const unset = field.type.query?.sortKeyWhenUnset?.(field);
  const ranked = ids.map((id): Ranked => ({ id, key: keys.get(id) ?? unset }));
  const { isReversed, after, offset, limit } = part;
  const compare = inOrder(sort.direction);
  const sorted = ranked.sort(isReversed ? (one, other) => compare(other, one) : compare);
  const start = after ? placeAfter(sorted, rankedAt(after), { compare, isReversed }) : offset;
  const found = sorted.slice(start, start + limit);
  return {
    ids: found.map(({ id }) => id),
    first: positionOf(found[0]),
    last: positionOf(found.at(-1)),
    goesOn: sorted.length > start + limit,
  };
}

/** A record and its sort key; undefined for a record without a value. */
interface Ranked {
  readonly id: number;
  readonly key: SortKey | undefined;
}

type Compare = (one: Ranked, other: Ranked) => number;

/** Unset comes last in both directions, unless the field's type has a sort key for it; equal keys are ordered by id. */
function inOrder(direction: 1 | -1): Compare {
  return ({ id: one, key: first }, { id: other, key: second }) => {
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined) || direction * (one - other);
    return direction * (compared(first, second) || one - other);
  };
}

function placeAfter(
  sorted: readonly Ranked[],
  begin: Ranked,
  { compare, isReversed }: { compare: Compare; isReversed: boolean },
): number {
  const place = sorted.findIndex((each) =>
    isReversed ? compare(each, begin) < 0 : compare(each, begin) > 0,
  );
  return place === -1 ? sorted.length : place;
}

function positionOf(ranked: Ranked | undefined): Position | undefined {
  return ranked && [ranked.key ?? null, ranked.id];
}

function rankedAt([key, id]: Position): Ranked {
  return { id: Number(id), key: typeof key === 'string' || typeof key === 'number' ? key : undefined };
}

/** Numbers come before texts, as in MongoDB. */
function compared(one: SortKey, other: SortKey): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one < other ? -1 : Number(one > other);
}

/** The sort keys of the caller's own values of a private field, by record. */
async function privateSortKeys(
  { actor, deadline }: RankCall,
  { privateValues }: Deps,
  field: Field,
): Promise<ReadonlyMap<number, SortKey>> {
  if (actor.userId === 0) return new Map();
  const { postType, key: fieldKey } = field;
  const path = `fields.${fieldKey}`;
  const kept = await privateValues
    .find({ userId: actor.userId, postType, [path]: { $exists: true } }, { recordId: 1, [path]: 1 })
    .maxTimeMS(deadline.maxTimeMS)
    .lean<Pick<PrivateValues, 'recordId' | 'fields'>[]>();
  const keys = new Map<number, SortKey>();
  for (const { recordId, fields } of kept) {
    const key = field.type.query?.sortKey?.(fields[fieldKey], field);
    if (key !== undefined) keys.set(recordId, key);
  }
  return keys;
}

/** A record, and the part of its first link term after the name of the end: an id, `many`, or nothing. */
interface Linked {
  readonly id: number;
  readonly link: string;
}

/**
 * The ids of all records of a list, and for each with connections in a field the name of the first connected record, in the form by which
 * lists sort.
 */
async function namesOfLinked(
  call: RankCall,
  deps: Deps,
  { field, plan }: { field: Field; plan: ListPlan },
): Promise<[readonly number[], ReadonlyMap<number, string>]> {
  const end = endOf(field);
  const linked = await findTogether<Linked>(call, deps, { plan, each: { id: '$_id', link: firstLink(end) } });
  const others = new Map(
    linked.filter(({ link }) => /^\d/.test(link)).map(({ id, link }) => [id, Number(link)]),
  );
  for (const [id, other] of await firstOfMany(call, deps, end, linked)) others.set(id, other);
  const names = await namesOf(call, deps, new Set(others.values()));
  const named = [...others].map(([id, other]) => [id, names.get(other) ?? ''] as const);
  return [linked.map(({ id }) => id), new Map(named.filter(([, name]) => name !== ''))];
}

/** The first link term of a record: terms are in the order in which connections were made. */
function firstLink(end: End): unknown {
  const start = `${endName(end)}:`;
  const links = linkTermsOf(end, String.raw`(\d|many$)`, { limit: 1 });
  return { $substrBytes: [{ $first: [links] }, start.length, -1] };
}

/** The link terms of a record at an end whose rest, after the name of the end, begins with a pattern. */
export function linkTermsOf(end: End, rest: string, options: { readonly limit?: number } = {}) {
  const regex = new RegExp(`^${escaped(`${endName(end)}:`)}${rest}`);
  const cond = { $regexMatch: { input: '$$this', regex } };
  return { $filter: { input: { $ifNull: ['$linkTerms', []] }, cond, ...options } };
}

/** The first connection, from the edges, of records with too many connections for link terms. */
async function firstOfMany(
  { deadline }: RankCall,
  { edges }: Deps,
  end: End,
  linked: readonly Linked[],
): Promise<readonly (readonly [number, number])[]> {
  const many = linked.filter(({ link }) => link === 'many');
  const found = await Promise.all(
    many.map(async ({ id }) => {
      const [edge] = await edges
        .find(edgesOf(end, id), { from: 1, to: 1 })
        .sort({ createdAt: 1, position: 1 })
        .limit(1)
        .maxTimeMS(deadline.maxTimeMS)
        .lean();
      return edge ? [[id, otherEnd(edge, id)] as const] : [];
    }),
  );
  return found.flat();
}

async function namesOf(
  { deadline }: RankCall,
  { records }: Deps,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map();
  const found = await records
    .find({ _id: { $in: [...ids] } }, { 'sort.name': 1 })
    .maxTimeMS(deadline.maxTimeMS)
    .lean<{ _id: number; sort: { name?: string } }[]>();
  return new Map(found.map(({ _id, sort }) => [_id, sort.name ?? '']));
}

/** Maximum number of ids in one document of the result: a document may not exceed 16 MB. */
const together = 50_000;

/** The value of an expression for each record of a list. @throws MongoServerError when it takes longer than the caller waits. */
async function findTogether<Each>(
  { deadline }: RankCall,
  { records }: Deps,
  { plan, each }: { plan: ListPlan; each: unknown },
): Promise<readonly Each[]> {
  const part = { $floor: { $divide: ['$_id', together] } };
  const stages = [
    { $match: plan.filter },
    { $group: { _id: part, all: { $push: each } } },
  ] as PipelineStage[];
  const options = readOptions(plan, deadline.maxTimeMS);
  const parts = await records.aggregate<{ all: Each[] }>(stages).option(options);
  return parts.flatMap(({ all }) => all);
}
