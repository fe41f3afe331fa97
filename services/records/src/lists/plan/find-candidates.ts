import type { Call } from '@svc/service-kit';
import type { FewIds } from './cardinalities.ts';
import type { ListDeps } from './list-deps.ts';
import type { Condition, Candidates } from '../../model/filter.ts';
import { type Index, indexes, orderIndexOf } from '../../store/indexes.ts';
import type { PipelineStage } from 'mongoose';
import { longTexts } from '../../model/record-texts.ts';
import { escaped } from '../../fields/shared/text-pattern.ts';
import { answerMilliseconds } from '../../store/read-with-deadline.ts';

/** Maximum number of ids to collect: if there are more, scanning the index of the order soon finds enough. */
export const maxCandidates = 20_000;

/** The maximum where that scan does not find enough soon. */
const maxCollected = 200_000;

/** The first records in the order of an index. */
interface FirstOf {
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

/** The records of one type, and the deadline for reading their indexes. */
export interface Indexed
  extends Pick<ListDeps, 'records' | 'recordTexts' | 'cardinalities'>, Pick<Call, 'deadline'> {
  readonly postType: string;
}

/**
 * The ids of the records with these terms, read from indexes alone. `among` limits the records.
 */
export async function findCandidates(on: Indexed, terms: IndexTerms, among?: Among): Promise<FewIds> {
  if (among === 'all') return collectAll(on, terms, maxCollected);
  if (among && 'index' in among) return amongFirst(on, terms, among);
  if (among) return hasTexts(terms) ? undefined : amongThese(on, terms, among);
  return on.cardinalities.findUnlessHigh(nameOf(on, terms), () => collectAll(on, terms, maxCandidates));
}

/** The number of records that these terms found recently; undefined when it is not known. */
export function sizeOf(on: Indexed, terms: IndexTerms): number | undefined {
  return on.cardinalities.of(nameOf(on, terms));
}

function nameOf({ postType }: Indexed, terms: IndexTerms): string {
  return `${postType} ${JSON.stringify(terms)}`;
}

async function collectAll(on: Indexed, terms: IndexTerms, most: number): Promise<FewIds> {
  const found = await Promise.all(placesOf(on, terms).map((place) => collectIds(on, place, most + 1)));
  const all = new Set([...found.flat(), ...(terms.ids ?? [])]);
  return all.size > most ? undefined : [...all];
}

/** The ids among these that have the terms, looked up individually. */
async function amongThese(on: Indexed, terms: IndexTerms, these: readonly number[]): Promise<number[]> {
  const places = placesOf(on, terms).map((place) => ({
    ...place,
    match: { ...place.match, _id: { $in: these } },
    // Many entries begin with the text: the few documents are read instead.
    ...(place.model === on.recordTexts ? { index: { _id: 1 } as const } : {}),
  }));
  const known = new Set(these);
  const named = (terms.ids ?? []).filter((id) => known.has(id));
  const found = await Promise.all(places.map((place) => collectIds(on, place, these.length)));
  return [...new Set([...found.flat(), ...named])];
}

/** The ids among the first records that have the terms; undefined when they are not few, which is remembered. */
async function amongFirst(on: Indexed, terms: IndexTerms, first: FirstOf): Promise<FewIds> {
  const name = `${JSON.stringify(first)} ${JSON.stringify(terms)}`;
  return on.cardinalities.findUnlessHigh(name, async () => {
    const found = await amongThese(on, terms, await firstIds(on, first));
    return found.length < first.few ? found : undefined;
  });
}

async function firstIds(on: Indexed, { match, index, isReversed, count }: FirstOf): Promise<number[]> {
  const direction = isReversed ? -1 : 1;
  const order = Object.entries(index).filter(([path]) => !Object.hasOwn(match, path));
  const sort = Object.fromEntries(order.map(([path, stored]) => [path, stored * direction] as const));
  return collectIds(on, { model: on.records, match, index }, count, sort as Index);
}

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

function placesOf(
  { postType, records, recordTexts }: Indexed,
  { filterTerms = [], linkTerms = [], texts = [], sharedWith = [] }: IndexTerms,
): Place[] {
  const sharing = { sharedWith: { $in: sharedWith }, postType };
  // Also the records whose texts are not all in the index.
  const entries = { postType, entries: { $in: [...texts.map(beginsWith), longTexts] } };
  const places: readonly (readonly [terms: readonly unknown[], place: Place])[] = [
    [
      filterTerms,
      { model: records, match: { filterTerms: { $in: filterTerms } }, index: indexes.filterTerms },
    ],
    [linkTerms, { model: records, match: { linkTerms: { $in: linkTerms } }, index: indexes.linkTerms }],
    [sharedWith, { model: records, match: sharing, index: orderIndexOf('createdAt', true) }],
    [texts, { model: recordTexts, match: entries, index: indexes.texts }],
  ];
  return places.filter(([terms]) => terms.length > 0).map(([, place]) => place);
}

/** The ids of documents, read from the index alone. */
async function collectIds(
  on: Indexed,
  { model, match, index }: Place,
  most: number,
  sort?: Index,
): Promise<number[]> {
  const stages: PipelineStage[] = [
    { $match: match },
    ...(sort ? [{ $sort: sort }] : []),
    { $limit: Math.max(1, most) },
    { $group: { _id: null, ids: { $push: '$_id' } } },
  ];
  const [found] = await readIndex<{ ids: number[] }>(on, { model, index }, stages);
  return found?.ids ?? [];
}

/** The results of stages that read from an index alone. */
export function readIndex<Found>(
  { deadline }: Indexed,
  { model, index }: Pick<Place, 'model' | 'index'>,
  stages: PipelineStage[],
): Promise<Found[]> {
  const maxTimeMS = Math.max(1, deadline.remaining - answerMilliseconds);
  return model.aggregate<Found>(stages).hint(index).readConcern('majority').option({ maxTimeMS }).exec();
}

/** The pattern of index entries that begin with this text. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^${escaped(text)}`);
}
