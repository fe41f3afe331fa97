import Flatbush from 'flatbush';
import { Extent } from './extent.ts';
import { cellAt, middleOf, rasterOf } from './raster.ts';
import type { PopulatedPlace, Sources } from './read-sources.ts';

/** Returns the place nearest to a cell. */
type FindNearest = (cell: number) => PopulatedPlace;

/**
 * Returns the extent of every country and region, by code: `FR`, `FR.11`, `FR.11.75`. Each cell of a shape of Natural Earth belongs to the
 * regions of the nearest populated place in that shape, or in its country when the shape has none.
 */
export function measureRegions({ places, shapes, countries, regions }: Sources): ReadonlyMap<string, Extent> {
  const raster = rasterOf(shapes.map(({ rings }) => rings));
  const inside = Map.groupBy(places, ({ lng, lat }) => raster[cellAt(lng, lat)] ?? 0);
  const ofCountry = Map.groupBy(places, ({ codes: [country] }) => country);
  const extents = new Map<string, Extent>();
  const add = (cell: number, codes: readonly string[]) => {
    for (const code of knownCodes(codes, { countries, regions })) {
      const extent = extents.get(code) ?? new Extent();
      extents.set(code, extent);
      extent.add(cell);
    }
  };
  for (const { lng, lat, codes } of places) add(cellAt(lng, lat), codes);
  for (const [number, cells] of cellsByShape(raster)) {
    const found = inside.get(number) ?? [];
    const country = mostFrequent(found.map(({ codes }) => codes[0] ?? '')) ?? shapes[number - 1]?.country;
    if (country === undefined) continue;
    const own = found.filter(({ codes }) => codes[0] === country);
    const candidates = own.length > 0 ? own : (ofCountry.get(country) ?? []);
    const nearest = candidates.length > 0 ? nearestAmong(candidates, cells[0] ?? 0) : undefined;
    for (const cell of cells) add(cell, nearest?.(cell).codes ?? [country]);
  }
  return extents;
}

function cellsByShape(raster: Int16Array): ReadonlyMap<number, readonly number[]> {
  const cells = new Map<number, number[]>();
  for (const [cell, number] of raster.entries()) {
    if (number === 0) continue;
    const known = cells.get(number);
    if (known) known.push(cell);
    else cells.set(number, [cell]);
  }
  return cells;
}

/** Returns the codes of a country and its regions as paths, down to the last with a name: `['FR', '11', '75']` → `FR`, `FR.11`, `FR.11.75`. */
function knownCodes(
  codes: readonly string[],
  { countries, regions }: Pick<Sources, 'countries' | 'regions'>,
): string[] {
  const paths = codes.map((_code, level) => codes.slice(0, level + 1).join('.'));
  const unknown = paths.findIndex((path) => !countries.has(path) && !regions.has(path));
  return unknown === -1 ? paths : paths.slice(0, unknown);
}

function mostFrequent(values: readonly string[]): string | undefined {
  const groups = [...Map.groupBy(values, (value) => value)];
  return groups.sort(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

/** Indexes places for a search. A degree of longitude counts as long as it is at the cell `there`. */
function nearestAmong(places: readonly PopulatedPlace[], there: number): FindNearest {
  const width = Math.cos((middleOf(there).lat * Math.PI) / 180);
  const index = new Flatbush(places.length);
  for (const { lng, lat } of places) index.add(lng * width, lat);
  index.finish();
  return (cell) => {
    const { lng, lat } = middleOf(cell);
    const place = places[index.neighbors(lng * width, lat, 1)[0] ?? 0];
    if (!place) throw new Error(`no place is near ${lng}/${lat}`);
    return place;
  };
}
