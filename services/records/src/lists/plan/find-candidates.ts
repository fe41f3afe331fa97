import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import type { Condition, Candidates } from '../../model/filter.ts';
import { type Index, indexes } from '../../store/indexes.ts';
import type { PipelineStage } from 'mongoose';
import { longTexts } from '../../model/record-texts.ts';
import { escaped } from '../../fields/shared/text-pattern.ts';
import { answerMilliseconds } from '../../store/read-with-deadline.ts';

/** Up to so many ids are collected: of more, scanning the index of the order meets enough soon. */
export const maxCandidates = 20_000;

/** Where that scan does not meet enough soon, up to so many. */
const maxCollected = 200_000;

/** The first records in the order of an index. */
export interface FirstOf {
  readonly match: Condition;
  readonly index: Index;
  /** The order is descending where the index ascends, and the other way round. */
  readonly isReversed: boolean;
  readonly count: number;
  /** When so many match, the ids are not needed. */
  readonly few: number;
}

/** Which records are considered: all however many they are, these, or the first of an order. */
export type Among = 'all' | readonly number[] | FirstOf;

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'cardinalities'> & { readonly postType: string };

/**
 * The ids of the records with these terms, read from indexes alone; undefined when they are too many. `among` says which are considered.
 */
export async function findCandidates(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  terms: IndexTerms,
  among?: Among,
): Promise<readonly number[] | undefined> {
  if (among === 'all') return collectAll(call, deps, terms, maxCollected);
  if (among && 'index' in among) return amongFirst(call, deps, terms, among);
  if (among) return hasTexts(terms) ? undefined : amongThese(call, deps, terms, among);
  const collectFew = () => collectAll(call, deps, terms, maxCandidates);
  return deps.cardinalities.findUnlessHigh(nameOf(deps.postType, terms), collectFew);
}

/** How many records were found by these terms a moment ago, where it is known. */
export function sizeOf(
  deps: Pick<Deps, 'cardinalities' | 'postType'>,
  terms: IndexTerms,
): number | undefined {
  return deps.cardinalities.of(nameOf(deps.postType, terms));
}

function nameOf(postType: string, terms: IndexTerms): string {
  return `${postType} ${JSON.stringify(terms)}`;
}

async function collectAll(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  terms: IndexTerms,
  most: number,
): Promise<readonly number[] | undefined> {
  const found = await Promise.all(placesOf(terms, deps).map((place) => collectIds(call, place, most + 1)));
  const all = new Set([...found.flat(), ...(terms.ids ?? [])]);
  return all.size > most ? undefined : [...all];
}

/** The ids among these that have the terms, looked up one by one. */
async function amongThese(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  terms: IndexTerms,
  these: readonly number[],
): Promise<readonly number[]> {
  const _id = { $in: these };
  const places = placesOf(terms, deps).map((place) => ({
    ...place,
    match: { ...place.match, _id },
    // Many entries begin with the text: the few documents are read instead.
    ...(place.model === deps.recordTexts ? { index: { _id: 1 } as const } : {}),
  }));
  const known = new Set(these);
  const named = (terms.ids ?? []).filter((id) => known.has(id));
  const found = await Promise.all(places.map((place) => collectIds(call, place, these.length)));
  return [...new Set([...found.flat(), ...named])];
}

/** The ids among the first records that have the terms, where they are few; it is remembered when they are not. */
async function amongFirst(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  terms: IndexTerms,
  first: FirstOf,
): Promise<readonly number[] | undefined> {
  const name = `${JSON.stringify(first)} ${JSON.stringify(terms)}`;
  return deps.cardinalities.findUnlessHigh(name, async () => {
    const found = await amongThese(call, deps, terms, await firstIds(call, deps, first));
    return found.length < first.few ? found : undefined;
  });
}

async function firstIds(
  call: Pick<Call, 'deadline'>,
  { records }: Deps,
  { match, index, isReversed, count }: FirstOf,
): Promise<readonly number[]> {
  const direction = isReversed ? -1 : 1;
  const order = Object.entries(index).filter(([path]) => !Object.hasOwn(match, path));
  const sort = Object.fromEntries(order.map(([path, stored]) => [path, stored * direction] as const));
  return collectIds(call, { model: records, match, index }, count, sort as Index);
}

/** Whether records are found by their texts. */
export function hasTexts({ texts = [] }: IndexTerms): boolean {
  return texts.length > 0;
}

/** By what the records of a list can be found in an index: what it asks for, and whose it is. */
export interface IndexTerms extends Candidates {
  /** Users of whom one has the record shared. */
  readonly sharedWith?: readonly number[];
}

/** Where to look. */
interface Place {
  readonly model: Pick<ListDeps['records'], 'aggregate'>;
  readonly match: Condition;
  readonly index: Index;
}

/** Where the ids of what is wanted are. */
function placesOf(
  { filterTerms = [], linkTerms = [], texts = [], sharedWith = [] }: IndexTerms,
  { postType, records, recordTexts }: Omit<Deps, 'cardinalities'>,
): Place[] {
  const sharing = { sharedWith: { $in: sharedWith }, postType };
  const entries = { postType, entries: { $in: patternsOf(texts) } };
  return [
    ...(filterTerms.length > 0
      ? [{ model: records, match: { filterTerms: { $in: filterTerms } }, index: indexes.filterTerms }]
      : []),
    ...(linkTerms.length > 0
      ? [{ model: records, match: { linkTerms: { $in: linkTerms } }, index: indexes.linkTerms }]
      : []),
    ...(sharedWith.length > 0 ? [{ model: records, match: sharing, index: indexes.sharedNewest }] : []),
    ...(texts.length > 0 ? [{ model: recordTexts, match: entries, index: indexes.texts }] : []),
  ];
}

/** The ids of documents, read from the index alone. */
async function collectIds(
  { deadline }: Pick<Call, 'deadline'>,
  { model, match, index }: Place,
  most: number,
  sort?: Index,
): Promise<readonly number[]> {
  const stages: PipelineStage[] = [
    { $match: match },
    ...(sort ? [{ $sort: sort }] : []),
    { $limit: Math.max(1, most) },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ];
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  const [found] = await model
    .aggregate<{ ids: number[] }>(stages)
    .hint(index)
    .readConcern('majority')
    .option({ maxTimeMS });
  return found?.ids ?? [];
}

/** Entries of the index that begin so, and records whose texts are not all in it. */
function patternsOf(texts: readonly string[]): (RegExp | string)[] {
  return [...texts.map(beginsWith), longTexts];
}

/** Entries of the index that begin so. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^${escaped(text)}`);
}
