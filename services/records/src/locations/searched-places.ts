import { setImmediate as turn } from 'node:timers/promises';
import { foldText } from '../model/fold-text.ts';
import type { LoadedGrid } from '../grid/loaded-grid.ts';
import { placeLabel } from './place-label.ts';

/** Rows prepared per batch; other requests run between two batches. */
const rowsTogether = 500;

/** The data of the place search: ids in the order in which places are shown, and their folded names. */
export interface SearchedPlaces {
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

/** The places of a grid by country code, those without one first, then by the length of their label (docs/guides/locations.md#searching-places). */
export async function searchedPlaces(grid: LoadedGrid): Promise<SearchedPlaces> {
  const places = [];
  for (const { gridId, name, countryCode } of grid.rows()) {
    const length = placeLabel(grid, gridId).length;
    places.push({ gridId, countryCode, length, name: foldText(name) });
    if (places.length % rowsTogether === 0) await turn();
  }
  const ordered = inOrder(places);
  return { ids: ordered.map(({ gridId }) => gridId), names: ordered.map(({ name }) => name) };
}

/** Places in the order in which they are shown; `length` is that of the label. */
export function inOrder<
  Place extends { readonly gridId: number; readonly countryCode: string; readonly length: number },
>(places: readonly Place[]): Place[] {
  return [...places].sort(
    (one, other) =>
      compare(one.countryCode, other.countryCode) || one.length - other.length || one.gridId - other.gridId,
  );
}

/** The places whose own name contains a text; places with exactly this name come first. */
export function placesNamed({ ids, names }: SearchedPlaces, text: string): number[] {
  const folded = foldText(text);
  const whole: number[] = [];
  const others: number[] = [];
  names.forEach((name, index) => {
    if (name.includes(folded)) (name === folded ? whole : others).push(ids[index] ?? 0);
  });
  return [...whole, ...others];
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
