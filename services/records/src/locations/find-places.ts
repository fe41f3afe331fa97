import type { Call } from '@svc/service-kit';
import type { LocationDeps } from './location-deps.ts';
import type { Field } from '../model/field.ts';
import { foldText } from '../model/fold-text.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { indexes } from '../store/indexes.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';
import { placeLabel, usedPlaceLabel } from './place-label.ts';
import { inOrder, placesNamed } from './searched-places.ts';

/** Maximum number of places shown. */
const maxShown = 30;

/** The first matching places with their labels, and the number of all matches. */
export interface FoundPlaces {
  readonly shown: readonly { readonly gridId: number; readonly label: string }[];
  readonly total: number;
}

/** Finds places by a part of their own name: those of a row of `filters`, or all. */
export async function findPlaces(
  call: Pick<Call, 'deadline'>,
  deps: LocationDeps,
  { text, filter }: { readonly text: string; readonly filter: string | undefined },
): Promise<FoundPlaces> {
  const grid = await deps.grid.atHand(call.deadline);
  const find = filters.get(filter ?? '') ?? findAll;
  return find(call, deps, { grid, text });
}

type Find = (
  call: Pick<Call, 'deadline'>,
  deps: LocationDeps,
  asked: { readonly grid: LoadedGrid; readonly text: string },
) => Promise<FoundPlaces>;

const findAll: Find = async (_call, deps, { grid, text }) =>
  shownFrom(placesNamed(await deps.searchedPlaces.of(grid), text), (gridId) => placeLabel(grid, gridId));

const findInFocus: Find = async (call, deps, { grid, text }) => {
  const isFocused = focusedOn(grid, (await deps.mappingFocus.recent(call.deadline)).gridIds);
  const named = placesNamed(await deps.searchedPlaces.of(grid), text).filter(isFocused);
  return shownFrom(named, (gridId) => placeLabel(grid, gridId));
};

const findUsed: Find = async (call, deps, { grid, text }) => {
  const folded = foldText(text);
  const named = [...(await placesInUse(call, deps))].flatMap((gridId) => {
    const row = grid.row(gridId);
    return row && foldText(row.name).includes(folded)
      ? { gridId, countryCode: row.countryCode, label: usedPlaceLabel(grid, gridId) }
      : [];
  });
  const ordered = inOrder(named.map((place) => ({ ...place, length: place.label.length })));
  return { shown: ordered.slice(0, maxShown), total: ordered.length };
};

const filters: ReadonlyMap<string, Find> = new Map([
  ['focus', findInFocus],
  ['used', findUsed],
]);

function shownFrom(gridIds: readonly number[], label: (gridId: number) => string): FoundPlaces {
  const shown = gridIds.slice(0, maxShown).map((gridId) => ({ gridId, label: label(gridId) }));
  return { shown, total: gridIds.length };
}

/** Checks whether a place is, or lies in, one of the chosen places; true for all places when the world or nothing is chosen. */
function focusedOn(grid: LoadedGrid, chosen: readonly number[]): (gridId: number) => boolean {
  const rows = chosen.map((gridId) => grid.row(gridId)).filter((row) => row !== undefined);
  if (chosen.length === 0 || rows.some(({ level }) => level < 0)) return () => true;
  const ids = new Set(chosen);
  return (gridId) => grid.lineageOf(gridId).some((row) => ids.has(row.gridId));
}

/** The places that records of any type name, whoever may see the records (docs/locations.md#searching-places). */
async function placesInUse(call: Pick<Call, 'deadline'>, deps: LocationDeps): Promise<ReadonlySet<number>> {
  const located = deps.postTypes
    .all()
    .flatMap((postType) =>
      [...postType.fields.values()].filter(isLocated).map((field) => ({ postType, field })),
    );
  const used = await Promise.all(located.map((each) => placesNamedIn(call, deps, each)));
  return new Set(used.flat());
}

/** Whether the field's stored value is a list of grid rows. */
function isLocated(field: Field): boolean {
  return field.type.placesOf !== undefined && storageOf(field) === 'record';
}

function placesNamedIn(
  { deadline }: Pick<Call, 'deadline'>,
  deps: LocationDeps,
  { postType: { key: postType }, field }: { postType: PostType; field: Field },
): Promise<readonly number[]> {
  const path = `fields.${field.key}`;
  const condition = { [path]: { $gte: 0 } };
  return deps.cache.usedPlaces.of({ postType, condition }, async () => {
    const together = await readWithDeadline(deadline, (maxTimeMS) =>
      deps.records
        .aggregate<{ _id: readonly number[] }>([
          { $match: { postType, ...condition } },
          { $group: { _id: `$${path}` } },
        ])
        .option({ maxTimeMS, hint: indexes.fields }),
    );
    return [...new Set(together.flatMap(({ _id: gridIds }) => gridIds))];
  });
}
