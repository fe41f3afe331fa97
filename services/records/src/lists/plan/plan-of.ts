import type { Call } from '@svc/service-kit';
import type { FewIds } from './cardinalities.ts';
import type { ListDeps } from './list-deps.ts';
import {
  beginsWith,
  findCandidates,
  type Indexed,
  type IndexTerms,
  maxCandidates,
  readIndex,
  sizeOf,
} from './find-candidates.ts';
import {
  conditionsOfList,
  type ListPlan,
  maxCandidatesFor,
  type PlannedList,
  planList,
  type TermIndex,
} from './plan-list.ts';
import { grantTerms } from '../../access/grant.ts';
import { orderIndexOf, indexes } from '../../store/indexes.ts';
import type { PipelineStage } from 'mongoose';
import { listOrder } from './page-stages.ts';
import type { ListSort } from '../../query/list-query.ts';
import { longTexts } from '../../model/record-texts.ts';
import type { Candidates } from '../../model/filter.ts';

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'cardinalities'>;

/** Chooses how a list is read, with the help of the indexes. */
export async function planOf(call: Pick<Call, 'deadline'>, deps: Deps, list: PlannedList): Promise<ListPlan> {
  const on = { ...deps, deadline: call.deadline, postType: list.postType };
  const known = new Map<IndexTerms, readonly number[]>();
  const index: TermIndex = {
    async collect(terms, among) {
      const ids = (among ? undefined : known.get(terms)) ?? (await findCandidates(on, terms, among));
      if (ids && !among) known.set(terms, ids);
      return ids;
    },
    sizeOf: (terms) => sizeOf(on, terms),
  };
  return (await planFromIndex(on, list, { index, known })) ?? planList(list, index);
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
  on: Indexed,
  list: PlannedList,
  { index, known }: { index: TermIndex; known: Map<IndexTerms, readonly number[]> },
): Promise<ListPlan | undefined> {
  const { found, grants, query } = list;
  const { sort } = query;
  const [candidates, ...more] = found.candidates;
  const isAlone = candidates !== undefined && more.length === 0;
  const terms = grantTerms(grants);
  // The index has no sources.
  if (terms.sources.length > 0) return undefined;
  if (!found.isExact || !isAlone || sort.kind !== 'always set') return undefined;
  const [ids, shared] = await Promise.all([
    collectByText(on, candidates),
    terms.users.length === 0 ? [] : index.collect({ sharedWith: terms.users }),
  ]);
  if (ids) known.set(candidates, ids);
  if (!ids || !shared || ids.length > maxCoveredIds) return undefined;
  const open = await readCoveredIds(on, { ids, sort, types: terms.all ? undefined : terms.types });
  const others = new Set(shared);
  const isOpen = new Set(open);
  return planOfIds(list, { open, shared: ids.filter((id) => others.has(id) && !isOpen.has(id)) });
}

/** The plan of a list with these records: those that are open to its caller, and others that are shared with them. */
function planOfIds(
  list: PlannedList,
  { open, shared }: { open: readonly number[]; shared: readonly number[] },
): ListPlan {
  const { offset, limit, sort, place } = list.query;
  const isFirst = offset === 0 && limit > 0 && !place;
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

/** The ids among these that a caller sees because of their type, in the order of the list, read from an index alone. */
async function readCoveredIds(
  on: Indexed,
  wanted: {
    readonly ids: readonly number[];
    /** The types of contacts that the caller sees; undefined when they see all. */
    readonly types: readonly string[] | undefined;
    readonly sort: Extract<ListSort, { kind: 'always set' }>;
  },
): Promise<readonly number[]> {
  const { ids, types, sort } = wanted;
  if (ids.length === 0 || types?.length === 0) return [];
  const seen = types ? { 'fields.type': { $in: types } } : {};
  const index = { model: on.records, index: indexes.covering };
  const [found] = await readIndex<{ ids: number[] }>(on, index, [
    { $match: { postType: on.postType, _id: { $in: ids }, ...seen } },
    { $sort: listOrder(sort).by },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ]);
  return found?.ids ?? [];
}

interface Part {
  readonly _id: 'found' | 'long';
  readonly ids: readonly number[];
}

/**
 * The ids of the records of a type that have one of these texts, and `ids`; undefined when they are too many, or when a record of the type
 * has more texts than the index contains.
 */
async function collectByText(on: Indexed, { texts = [], ids = [] }: Candidates): Promise<FewIds> {
  const { recordTexts, cardinalities, postType } = on;
  const grouped = (part: Part['_id']) => ({ $group: { _id: part, ids: { $push: '$_id' } } });
  const long = [{ $match: { postType, entries: longTexts } }, { $limit: 1 }, grouped('long')];
  const stages: PipelineStage[] = [
    { $match: { postType, entries: { $in: texts.map(beginsWith) } } },
    { $limit: maxCandidates + 1 },
    grouped('found'),
    { $unionWith: { coll: recordTexts.collection.collectionName, pipeline: long } },
  ];
  return cardinalities.findUnlessHigh(`texts of ${postType} ${JSON.stringify(texts)}`, async () => {
    const parts = await readIndex<Part>(on, { model: recordTexts, index: indexes.texts }, stages);
    const all = new Set([...parts.flatMap((part) => part.ids), ...ids]);
    const isWhole = parts.every(({ _id }) => _id === 'found');
    return isWhole && all.size <= maxCandidates ? [...all] : undefined;
  });
}
