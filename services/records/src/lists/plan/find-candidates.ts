import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import type { Condition, Candidates } from '../../model/filter.ts';
import { type Index, indexes } from '../../store/indexes.ts';
import type { PipelineStage } from 'mongoose';
import { longTexts } from '../../model/record-texts.ts';
import { escaped } from '../../fields/shared/text-pattern.ts';
import { answerMilliseconds } from '../../store/read-with-deadline.ts';

/** Maximum number of ids to collect: if there are more, scanning the index of the order soon finds enough. */
export const maxCandidates = 20_000;

/** The maximum where that scan does not find enough soon. */
const maxCollected = 200_000;

/** The first records in the order of an index. */
export interface FirstOf {
  readonly match: Condition;
  readonly index: Index;
  /** Whether the order is the reverse of the index. */
  readonly isReversed: boolean;
  readonly count: number;
  /** With this many matches, the ids are not needed. */
  readonly few: number;
}

/** The records to consider: all, however many they are; those with these ids; or the first of an order. */
export type Among = 'all' | readonly number[] | FirstOf;

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'cardinalities'> & { readonly postType: string };

/**
 * The ids of the records with these terms, read from indexes alone; undefined when they are too many. `among` limits the records.
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

/** The number of records that these terms found recently; undefined when it is not known. */
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

/** The ids among the first records that have the terms; undefined when they are not few, which is remembered. */
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

/** Whether the terms include texts. */
export function hasTexts({ texts = [] }: IndexTerms): boolean {
  return texts.length > 0;
}

/** Index terms that find the records of a list: those of its filters, and those of the grants. */
export interface IndexTerms extends Candidates {
  /** The record is shared with one of these users. */
  readonly sharedWith?: readonly number[];
}

/** A lookup in one index. */
interface Place {
  readonly model: Pick<ListDeps['records'], 'aggregate'>;
  readonly match: Condition;
  readonly index: Index;
}

/** The lookups for these terms. */
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

/** Patterns of index entries that begin with these texts, and the entry of records whose texts are not all in the index. */
function patternsOf(texts: readonly string[]): (RegExp | string)[] {
  return [...texts.map(beginsWith), longTexts];
}

/** The pattern of index entries that begin with this text. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^${escaped(text)}`);
}
