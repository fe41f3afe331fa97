import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import type { Condition } from '../../model/filter.ts';
import { gatherIds, placesOf, type Wanted } from './gather-ids.ts';
import type { Index } from '../../store/indexes.ts';

/** More records than this are not gathered: they are so many that a walk through the list meets them soon. */
export const mostCandidates = 20_000;

/** Unless the walk does not meet them soon: then so many are. */
const mostGathered = 200_000;

/** The first records in the order of an index. */
export interface FirstOf {
  readonly match: Condition;
  readonly index: Index;
  /** The order is the other way round than the index. */
  readonly isReversed: boolean;
  readonly count: number;
  /** So many of them are enough: nobody wants to know which. */
  readonly few: number;
}

/** Which records count: all of them however many there are, these, or the first ones. */
export type Among = 'all' | readonly number[] | FirstOf;

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'tooMany'> & { readonly postType: string };

/**
 * The records that are wanted, without looking at the records themselves; undefined when they are too many. `among` says which ones count.
 */
export async function findCandidates(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: Wanted,
  among?: Among,
): Promise<readonly number[] | undefined> {
  if (among === 'all') return gatherAll(call, deps, wanted, mostGathered);
  if (among && 'index' in among) return amongFirst(call, deps, wanted, among);
  if (among) return hasTexts(wanted) ? undefined : amongThese(call, deps, wanted, among);
  const name = `${deps.postType} ${JSON.stringify(wanted)}`;
  return deps.tooMany.unlessKnown(name, () => gatherAll(call, deps, wanted, mostCandidates));
}

async function gatherAll(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: Wanted,
  most: number,
): Promise<readonly number[] | undefined> {
  const found = await Promise.all(placesOf(wanted, deps).map((place) => gatherIds(call, place, most + 1)));
  const all = new Set([...found.flat(), ...(wanted.ids ?? [])]);
  return all.size > most ? undefined : [...all];
}

/** Those of these that are wanted, looked up one by one. */
async function amongThese(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: Wanted,
  these: readonly number[],
): Promise<readonly number[]> {
  const _id = { $in: these };
  const places = placesOf(wanted, deps).map((place) => ({
    ...place,
    match: { ...place.match, _id },
    // The entries that begin so are many: the few documents are read instead.
    ...(place.model === deps.recordTexts ? { index: { _id: 1 } as const } : {}),
  }));
  const known = new Set(these);
  const named = (wanted.ids ?? []).filter((id) => known.has(id));
  const found = await Promise.all(places.map((place) => gatherIds(call, place, these.length)));
  return [...new Set([...found.flat(), ...named])];
}

/** Those of the first ones that are wanted, where they are few; that they are not is remembered. */
async function amongFirst(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  wanted: Wanted,
  first: FirstOf,
): Promise<readonly number[] | undefined> {
  const name = `${JSON.stringify(first)} ${JSON.stringify(wanted)}`;
  return deps.tooMany.unlessKnown(name, async () => {
    const found = await amongThese(call, deps, wanted, await firstIds(call, deps, first));
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
  return gatherIds(call, { model: records, match, index }, count, sort as Index);
}

function hasTexts({ texts = [] }: Wanted): boolean {
  return texts.length > 0;
}
