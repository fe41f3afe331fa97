/** The map has cells of a twentieth of a degree, in rows from south to north and columns from west to east. */
export const cellsPerDegree = 20;
export const columns = 360 * cellsPerDegree;
export const rows = 180 * cellsPerDegree;

/** A closed line of points, each with longitude and latitude. */
export type Ring = readonly (readonly [number, number, ...number[]])[];

/** Returns the cell that contains a point. */
export function cellAt(lng: number, lat: number): number {
  const column = Math.min(columns - 1, Math.max(0, Math.floor((lng + 180) * cellsPerDegree)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor((lat + 90) * cellsPerDegree)));
  return row * columns + column;
}

/** Returns the centre of a cell. */
export function middleOf(cell: number): { readonly lng: number; readonly lat: number } {
  return {
    lng: ((cell % columns) + 0.5) / cellsPerDegree - 180,
    lat: (Math.floor(cell / columns) + 0.5) / cellsPerDegree - 90,
  };
}

/**
 * Returns for each cell the number of its shape, from 1, or 0 for no shape. Cells that contain only a corner of a shape belong to it too,
 * so that small islands are not missed.
 */
export function rasterOf(shapes: readonly (readonly Ring[])[]): Int16Array {
  const cells = new Int16Array(columns * rows);
  for (const [index, rings] of shapes.entries()) fill(cells, rings, index + 1);
  for (const [index, rings] of shapes.entries())
    for (const [lng, lat] of rings.flat()) {
      const cell = cellAt(lng, lat);
      if (cells[cell] === 0) cells[cell] = index + 1;
    }
  return cells;
}

/** Fills a shape row by row: from the first line that crosses the middle of the row to the second, from the third to the fourth, and so on. */
function fill(cells: Int16Array, rings: readonly Ring[], value: number): void {
  for (const [row, crossings] of crossingsOf(rings)) {
    crossings.sort((one, other) => one - other);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.ceil(columnOf(crossings[pair] ?? 0) - 0.5);
      const to = Math.floor(columnOf(crossings[pair + 1] ?? 0) - 0.5);
      if (to >= from) cells.fill(value, row * columns + from, row * columns + Math.min(to, columns - 1) + 1);
    }
  }
}

/** Row → the longitudes at which lines cross its middle. */
function crossingsOf(rings: readonly Ring[]): ReadonlyMap<number, number[]> {
  const crossings = new Map<number, number[]>();
  for (const ring of rings)
    for (const [index, [lng, lat]] of ring.entries()) {
      const [nextLng, nextLat] = ring[(index + 1) % ring.length] ?? [lng, lat];
      const south = Math.min(lat, nextLat);
      const north = Math.max(lat, nextLat);
      const last = Math.min(rows - 1, Math.ceil((north + 90) * cellsPerDegree - 0.5) - 1);
      for (let row = Math.ceil((south + 90) * cellsPerDegree - 0.5); row <= last; row += 1) {
        const middle = (row + 0.5) / cellsPerDegree - 90;
        const at = lng + ((middle - lat) / (nextLat - lat)) * (nextLng - lng);
        crossings.set(row, [...(crossings.get(row) ?? []), at]);
      }
    }
  return crossings;
}

function columnOf(lng: number): number {
  return (lng + 180) * cellsPerDegree;
}
