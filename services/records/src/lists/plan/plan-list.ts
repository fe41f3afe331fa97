import type { Grant } from '@svc/contracts';
import { grantFilter, grantTerms, type GrantTerms } from '../../access/grant.ts';
import { termOf } from '../../model/field-terms.ts';
import type { Candidates, Condition } from '../../model/filter.ts';
import type { FewIds } from './cardinalities.ts';
import { hasTexts, type Among, type IndexTerms } from './find-candidates.ts';
import type { Found } from './find-by.ts';
import { orderIndexOf, type Index } from '../../store/indexes.ts';
import type { ListedQuery } from '../../query/list-query.ts';

/** How a list is read: the filter, and the index to use. Without `hint` MongoDB chooses. */
export interface ListPlan {
  readonly filter: Condition;
  readonly hint?: Index;
  /** Ids that include all records of the list, or for a first page all of that page. Absent when they are not known. */
  readonly ids?: readonly number[];
  /** How many records the list has, when the plan knows. */
  readonly total?: number;
}

export interface PlannedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly found: Found;
  readonly query: Pick<ListedQuery, 'sort' | 'offset' | 'limit' | 'place'>;
}

/** The lookups of index terms (`find-candidates.ts`). */
export interface TermIndex {
  /** The ids of the records with these terms. */
  collect(terms: IndexTerms, among?: Among): Promise<FewIds>;
  /** The number of records that these terms found recently; undefined when it is not known. */
  sizeOf(terms: IndexTerms): number | undefined;
}

/** The options with which MongoDB reads a list by its plan. */
export function readOptions({ hint }: ListPlan, maxTimeMS: number) {
  return { maxTimeMS, ...(hint ? { hint } : {}) };
}

/** Maximum number of candidates to read; with more, the index of the order is scanned. */
const maxCandidatesToRead = 2_000;
/** Maximum number of candidates to read for each record up to the end of the page. */
const maxCandidatesPerRecord = 10;
/** Maximum number of candidates to read without first collecting the records that the caller sees. */
const maxReadDirectly = 200;
/** Maximum number of ids among which other terms are looked up individually. */
const maxToNarrow = 5_000;
/** Terms are not collected when they find more than this many times the records of the rarest term. */
const maxTimesFewest = 10;

/**
 * Chooses how a list is read. Access is part of the filter. Ids of candidates are collected from indexes alone; then the list reads only
 * the records that it shows, or all candidates when they are few.
 */
export async function planList(list: PlannedList, index: TermIndex): Promise<ListPlan> {
  const { grants, found, query } = list;
  const { sort } = query;
  const isFiltered = Object.keys(found.condition).length > 0;
  const terms = grantTerms(grants);
  const isShared = terms.isShared && terms.users.length > 0;
  const orderIndex = sort.kind === 'always set' ? orderIndexOf(sort.path, isShared) : undefined;
  const conditions = conditionsOfList(list);
  // Without filters, the records shared with a user are found in an index that contains nothing else.
  const indexTerms =
    isShared && !isFiltered && orderIndex
      ? []
      : [...termsOfGrants(list.postType, terms), ...found.candidates];
  const ids =
    (isShared ? undefined : await readableCandidates(found.candidates, index)) ??
    (await idsOf(indexTerms, index)) ??
    (orderIndex && (await rareAtFirst(indexTerms, list, { orderIndex, index })));
  if (ids) {
    const filter = { $and: [...conditions, { _id: { $in: ids } }] };
    const isFew = ids.length <= maxCandidatesFor(query);
    return { filter, ids, hint: orderIndex && !isFew ? orderIndex : { _id: 1 } };
  }
  // Few records may match a condition without candidates: MongoDB chooses the index.
  const isKnown = !isFiltered || found.candidates.length > 0;
  return { filter: { $and: conditions }, ...(orderIndex && isKnown ? { hint: orderIndex } : {}) };
}

export function conditionsOfList({ postType, grants, found }: Omit<PlannedList, 'query'>): Condition[] {
  return [{ postType }, grantFilter(grants), found.condition];
}

/** Maximum number of candidates to read: for a page by its size, for a count alone a fixed number. */
export function maxCandidatesFor({ offset, limit }: PlannedList['query']): number {
  return limit === 0
    ? maxCandidatesToRead
    : Math.min(maxCandidatesToRead, maxCandidatesPerRecord * (offset + limit));
}

/**
 * The ids of the records with these terms, if few of the first records in the order of the list have them. Scanning the index of the order
 * would then read many other records: for example, newest first, with a value that only old records have.
 */
async function rareAtFirst(
  indexTerms: readonly IndexTerms[],
  { postType, grants, query }: PlannedList,
  { orderIndex, index }: { orderIndex: Index; index: TermIndex },
): Promise<FewIds> {
  const { offset, limit, sort } = query;
  if (limit === 0) return undefined;
  const isReversed = orderIndex[sort.kind === 'always set' ? sort.path : ''] !== sort.direction;
  const { users } = grantTerms(grants);
  const match = { postType, ...('sharedWith' in orderIndex ? { sharedWith: { $in: users } } : {}) };
  const first = {
    match,
    index: orderIndex,
    isReversed,
    count: maxCandidatesPerRecord * (offset + limit),
    few: offset + limit,
  };
  const atFirst = await Promise.all(indexTerms.map((each) => index.collect(each, first)));
  const rare = indexTerms.filter((_each, place) => atFirst[place] !== undefined);
  return inAll(await Promise.all(rare.map((each) => index.collect(each, 'all'))));
}

/** The index terms of the records that these grants cover; empty when they cover all records, or none. */
function termsOfGrants(postType: string, { users, types, sources }: GrantTerms): IndexTerms[] {
  if (users.length + types.length + sources.length === 0) return [];
  const term = (key: string) => (value: string) => termOf({ postType, key }, value);
  return [{ sharedWith: users, filterTerms: [...types.map(term('type')), ...sources.map(term('sources'))] }];
}

/** The candidates, if reading them is faster than collecting the records that the caller sees. */
async function readableCandidates(candidates: readonly Candidates[], index: TermIndex): Promise<FewIds> {
  const { few } = await collectFew(candidates, index);
  return few && few.length <= maxReadDirectly ? few : undefined;
}

/** The ids of the records that have all of the terms that find few records. */
async function idsOf(indexTerms: readonly IndexTerms[], index: TermIndex): Promise<FewIds> {
  const { few, many } = await collectFew(indexTerms, index);
  if (!few || few.length > maxToNarrow) return few;
  return inAll([few, ...(await Promise.all(many.map((each) => index.collect(each, few))))]);
}

/** The ids of the records with all of the terms that find few records, and the terms that find many, or far more than the rarest. */
async function collectFew<Terms extends IndexTerms>(
  indexTerms: readonly Terms[],
  index: TermIndex,
): Promise<{ readonly few: FewIds; readonly many: readonly Terms[] }> {
  const fewest = Math.min(...indexTerms.map((each) => index.sizeOf(each) ?? Infinity));
  const most = Math.max(maxReadDirectly, maxTimesFewest * fewest);
  const collectAll = (all: readonly Terms[]) =>
    Promise.all(
      all.map(async (each) => ((index.sizeOf(each) ?? 0) <= most ? index.collect(each) : undefined)),
    );
  // The entries of a second word are worth reading only if many records have the first.
  const [, ...later] = indexTerms.filter(hasTexts);
  const first = indexTerms.filter((each) => !later.includes(each));
  const collected = await collectAll(first);
  const found = inAll(collected);
  if (!found || found.length > maxReadDirectly) collected.push(...(await collectAll(later)));
  const many = [...first, ...later].filter((_each, place) => collected[place] === undefined);
  return { few: inAll(collected), many };
}

function inAll(sets: readonly FewIds[]): FewIds {
  const known = sets.filter((each) => each !== undefined);
  const [first, ...others] = known.sort((one, other) => one.length - other.length);
  return others.reduce<FewIds>((kept, set) => {
    const members = new Set(set);
    return kept?.filter((id) => members.has(id));
  }, first);
}
