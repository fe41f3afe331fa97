import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import { findCandidates, sizeOf, type IndexTerms, maxCandidates, beginsWith } from './find-candidates.ts';
import {
  planList,
  type CollectIds,
  type ListPlan,
  type PlannedList,
  conditionsOfList,
  maxCandidatesFor,
} from './plan-list.ts';
import { grantTerms, type GrantTerms } from '../../access/grant.ts';
import { hasOrderIndex, orderIndexOf, indexes } from '../../store/indexes.ts';
import type { PipelineStage } from 'mongoose';
import type { Collections } from '../../store/collections.ts';
import { answerMilliseconds } from '../../store/read-with-deadline.ts';
import { listOrder } from './page-stages.ts';
import type { ListSort } from '../../query/list-query.ts';
import { longTexts } from '../../model/record-texts.ts';
import type { Candidates } from '../../model/filter.ts';

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'cardinalities'>;

/** Chooses how a list is read, with the help of the indexes. */
export async function planOf(call: Pick<Call, 'deadline'>, deps: Deps, list: PlannedList): Promise<ListPlan> {
  const known = new Map<IndexTerms, readonly number[]>();
  const collect: CollectIds = async (terms, among) => {
    const ids =
      (among ? undefined : known.get(terms)) ??
      (await findCandidates(call, { ...deps, postType: list.postType }, terms, among));
    if (ids && !among) known.set(terms, ids);
    return ids;
  };
  const size = (terms: IndexTerms) => sizeOf({ ...deps, postType: list.postType }, terms);
  return (await planFromIndex(call, deps, list, { collect, known })) ?? planList(list, collect, size);
}

/** Looking up more ids takes longer than scanning the index of the order. */
const maxCoveredIds = 5_000;

/** Number of ids in addition to a page: some records may be deleted or changed before the page is read. */
const spare = 10;

/**
 * Plans a list whose candidates are exactly its records: those with a text in names or channels. One index shows which of them the caller
 * sees, in which order and how many, so that the list reads only the records that it shows. Undefined for other lists; the ids collected
 * for them are then in `known`.
 */
async function planFromIndex(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  list: PlannedList,
  { collect, known }: { collect: CollectIds; known: Map<IndexTerms, readonly number[]> },
): Promise<ListPlan | undefined> {
  const { found, grants, postType, query } = list;
  const { sort } = query;
  const [candidates, ...more] = found.candidates;
  const isAlone = candidates !== undefined && more.length === 0;
  const terms = grantTerms(grants);
  // The index has no sources.
  if (terms.sources.length > 0) return undefined;
  if (!found.isExact || !isAlone || sort.kind !== 'always set' || !hasOrderIndex(sort.path)) return undefined;
  const [ids, shared] = await Promise.all([
    collectByText(call, deps, postType, candidates),
    sharedOf(terms, collect),
  ]);
  if (ids) known.set(candidates, ids);
  if (!ids || !shared || ids.length > maxCoveredIds) return undefined;
  const open = await readCoveredIds(call, deps, {
    postType,
    ids,
    sort,
    ...(terms.all ? {} : { types: terms.types }),
  });
  const others = new Set(ids.filter((id) => shared.has(id)));
  for (const id of open) others.delete(id);
  return planOfIds(list, { open, shared: [...others] });
}

/** The plan of a list with these records: those that are open to its caller, and others that are shared with them. */
function planOfIds(
  list: PlannedList,
  { open, shared }: { open: readonly number[]; shared: readonly number[] },
): ListPlan {
  const { offset, limit, sort } = list.query;
  const isFirst = offset === 0 && limit > 0;
  const ids = [...(isFirst ? open.slice(0, limit + spare) : open), ...shared];
  const { isShared } = grantTerms(list.grants);
  const orderIndex = sort.kind === 'always set' ? orderIndexOf(sort.path, isShared) : undefined;
  const isFew = ids.length <= maxCandidatesFor(list.query) + spare;
  return {
    filter: { $and: [...conditionsOfList(list), { _id: { $in: ids } }] },
    ids,
    total: open.length + shared.length,
    hint: orderIndex && !isFew ? orderIndex : { _id: 1 },
  };
}

/** The ids of records shared with the caller, if they see records by shares; undefined when they are too many. */
async function sharedOf(
  { users }: GrantTerms,
  collect: CollectIds,
): Promise<ReadonlySet<number> | undefined> {
  const ids = users.length === 0 ? [] : await collect({ sharedWith: users });
  return ids && new Set(ids);
}

/** Records of a type that may be in a list. */
interface CoveredQuery {
  readonly postType: string;
  readonly ids: readonly number[];
  /** The types of contacts that the caller sees; absent when they see all. */
  readonly types?: readonly string[];
  readonly sort: Extract<ListSort, { kind: 'always set' }>;
}

/** The ids among these that a caller sees because of their type, in the order of the list, read from an index alone. */
async function readCoveredIds(
  { deadline }: Pick<Call, 'deadline'>,
  { records }: Pick<Collections, 'records'>,
  { postType, ids, types, sort }: CoveredQuery,
): Promise<readonly number[]> {
  if (ids.length === 0 || types?.length === 0) return [];
  const seen = types ? { 'fields.type': { $in: types } } : {};
  const stages: PipelineStage[] = [
    { $match: { postType, _id: { $in: ids }, ...seen } },
    { $sort: listOrder(sort).by },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  const [seenIds] = await records
    .aggregate<{ ids: number[] }>(stages)
    .hint(indexes.covering)
    .readConcern('majority')
    .option({ maxTimeMS });
  return seenIds?.ids ?? [];
}

interface Part {
  readonly _id: 'found' | 'long';
  readonly ids: readonly number[];
}

/**
 * The ids of the records of a type that have one of these texts, and `ids`; undefined when they are too many, or when a record of the type
 * has more texts than the index contains.
 */
async function collectByText(
  { deadline }: Pick<Call, 'deadline'>,
  { recordTexts, cardinalities }: Deps,
  postType: string,
  { texts = [], ids = [] }: Candidates,
): Promise<readonly number[] | undefined> {
  const grouped = (part: Part['_id']) => ({ $group: { _id: part, ids: { $push: '$_id' } } });
  const long = [{ $match: { postType, entries: longTexts } }, { $limit: 1 }, grouped('long')];
  const stages: PipelineStage[] = [
    { $match: { postType, entries: { $in: texts.map(beginsWith) } } },
    { $limit: maxCandidates + 1 },
    grouped('found'),
    { $unionWith: { coll: recordTexts.collection.collectionName, pipeline: long } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  return cardinalities.findUnlessHigh(`texts of ${postType} ${JSON.stringify(texts)}`, async () => {
    const parts = await recordTexts
      .aggregate<Part>(stages)
      .hint(indexes.texts)
      .readConcern('majority')
      .option({ maxTimeMS });
    const all = new Set([...parts.flatMap((part) => part.ids), ...ids]);
    const isWhole = parts.every(({ _id }) => _id === 'found');
    return isWhole && all.size <= maxCandidates ? [...all] : undefined;
  });
}
