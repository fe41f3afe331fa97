import { type Grant, grantFilter, grantTerms, type GrantTerms } from '../../access/grant.ts';
import { wordOf } from '../../derived/field-words.ts';
import type { Candidates, Condition } from '../../model/filter.ts';
import type { Among, Wanted } from './find-candidates.ts';
import type { Found } from './find-by.ts';
import { walkedIndex, type Index } from '../../store/indexes.ts';
import type { ListedQuery } from '../../query/list-query.ts';

/** How a list is found: what matches, and the index to walk. Without `hint` MongoDB chooses. */
export interface ListPlan {
  readonly filter: Condition;
  readonly hint?: Index;
  /** Every record of the list is one of these, when they are known; of a page that begins the list, every record of the page. */
  readonly ids?: readonly number[];
  /** How many records the list has, when that is known. */
  readonly total?: number;
}

/** What a list is asked for. */
export interface PlannedList {
  readonly postType: string;
  readonly grants: readonly Grant[];
  readonly found: Found;
  readonly query: Pick<ListedQuery, 'sort' | 'offset' | 'limit'>;
}

/** Finds the records that are wanted; undefined when they are too many (`find-candidates.ts`). */
export type Gather = (wanted: Wanted, among?: Among) => Promise<readonly number[] | undefined>;

/** So few are looked at one by one; of more, those in the order of the list are looked for in its index. */
const fewCandidates = 2_000;
/** What is looked at for one record up to the end of the page, before it is found in another way. */
const fewForOne = 10;
/** So few are looked at, whoever sees them. */
const fewToLookAt = 200;
/** Among so few, others are looked up one by one. */
const fewToNarrow = 5_000;

/**
 * Chooses how a list is found. Who may see what is part of the filter. Candidates are gathered from an index without looking at records; so a
 * list looks at the records that it shows and, when there are few candidates, at those.
 */
export async function planList(list: PlannedList, gather: Gather): Promise<ListPlan> {
  const { grants, found, query } = list;
  const { sort } = query;
  const isFiltered = Object.keys(found.condition).length > 0;
  const terms = grantTerms(grants);
  const isShared = terms.isShared && terms.users.length > 0;
  const walked = sort.kind === 'always set' ? walkedIndex(sort.path, isShared) : undefined;
  const conditions = conditionsOfList(list);
  // Whose records alone are asked for, has an index that shows nothing else.
  const wanted =
    isShared && !isFiltered && walked ? [] : [...wantedOf(list.postType, terms), ...found.candidates];
  const ids =
    (isShared ? undefined : await fewOf(found.candidates, gather)) ??
    (await idsOf(wanted, gather)) ??
    (walked && (await rareAtFirst(wanted, list, { walked, gather })));
  if (ids) {
    const filter = { $and: [...conditions, { _id: { $in: ids } }] };
    return { filter, ids, hint: walked && ids.length > fewFor(query) ? walked : { _id: 1 } };
  }
  // A condition that no index knows may be met by few: MongoDB tries what it has.
  const isKnown = !isFiltered || found.candidates.length > 0;
  return { filter: { $and: conditions }, ...(walked && isKnown ? { hint: walked } : {}) };
}

/** What all records of a list meet. */
export function conditionsOfList({ postType, grants, found }: PlannedList): Condition[] {
  return [{ postType }, grantFilter(grants), found.condition];
}

/** Whether there is a page decides what looking at candidates is measured by. */
export function fewFor({ offset, limit }: PlannedList['query']): number {
  return limit === 0 ? fewCandidates : Math.min(fewCandidates, fewForOne * (offset + limit));
}

/**
 * The records of what is wanted when so few of the first ones in the order of the list are among them that a walk would pass many others:
 * newest first, for example, what only old records have.
 */
async function rareAtFirst(
  wanted: readonly Wanted[],
  { postType, grants, query }: PlannedList,
  { walked, gather }: { walked: Index; gather: Gather },
): Promise<readonly number[] | undefined> {
  const { offset, limit, sort } = query;
  if (limit === 0) return undefined;
  const isReversed = walked[sort.kind === 'always set' ? sort.path : ''] !== sort.direction;
  const { users } = grantTerms(grants);
  const match = { postType, ...('sharedWith' in walked ? { sharedWith: { $in: users } } : {}) };
  const first = {
    match,
    index: walked,
    isReversed,
    count: fewForOne * (offset + limit),
    few: offset + limit,
  };
  const atFirst = await Promise.all(wanted.map((each) => gather(each, first)));
  const rare = wanted.filter((_each, index) => atFirst[index] !== undefined);
  return inAll(await Promise.all(rare.map((each) => gather(each, 'all'))));
}

/** By what the records are found that these grants show; nothing where they show all, or none. */
function wantedOf(postType: string, { users, types, sources }: GrantTerms): Wanted[] {
  if (users.length + types.length + sources.length === 0) return [];
  const word = (key: string) => (value: string) => wordOf({ postType, key }, value);
  return [{ sharedWith: users, words: [...types.map(word('type')), ...sources.map(word('sources'))] }];
}

/** What is asked for, where that is so few that all of it is looked at: gathering what its caller sees would take longer. */
async function fewOf(
  candidates: readonly Candidates[],
  gather: Gather,
): Promise<readonly number[] | undefined> {
  const ids = inAll(await Promise.all(candidates.map((each) => gather(each))));
  return ids && ids.length <= fewToLookAt ? ids : undefined;
}

/** The records that are in everything that is wanted, as far as that is few. */
async function idsOf(wanted: readonly Wanted[], gather: Gather): Promise<readonly number[] | undefined> {
  const gathered = await Promise.all(wanted.map((each) => gather(each)));
  const few = inAll(gathered);
  if (!few || few.length > fewToNarrow) return few;
  const many = wanted.filter((_each, index) => gathered[index] === undefined);
  return inAll([few, ...(await Promise.all(many.map((each) => gather(each, few))))]);
}

function inAll(sets: readonly (readonly number[] | undefined)[]): readonly number[] | undefined {
  const known = sets.filter((each) => each !== undefined);
  const [first, ...others] = known.sort((one, other) => one.length - other.length);
  return others.reduce<readonly number[] | undefined>((kept, set) => {
    const members = new Set(set);
    return kept?.filter((id) => members.has(id));
  }, first);
}
