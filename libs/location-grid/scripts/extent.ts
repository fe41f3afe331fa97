import { cellsPerDegree, columns, middleOf } from './raster.ts';

/** The extent of the cells of a country or region: their bounds and their centre. */
export class Extent {
  readonly #columns = new Uint8Array(columns);
  #south = Infinity;
  #north = -Infinity;
  /** The sum of the centres of the cells as points on the unit sphere, each weighted by the area of its cell. */
  readonly #sum: [number, number, number] = [0, 0, 0];

  add(cell: number): void {
    const row = Math.floor(cell / columns);
    this.#columns[cell % columns] = 1;
    this.#south = Math.min(this.#south, row);
    this.#north = Math.max(this.#north, row);
    const { lng, lat } = middleOf(cell);
    const x = radians(lng);
    const y = radians(lat);
    const size = Math.cos(y);
    this.#sum[0] += size * Math.cos(y) * Math.cos(x);
    this.#sum[1] += size * Math.cos(y) * Math.sin(x);
    this.#sum[2] += size * Math.sin(y);
  }

  /** Returns the centre, in degrees. */
  centre(): { readonly lng: number; readonly lat: number } {
    const [x, y, z] = this.#sum;
    return { lng: degrees(Math.atan2(y, x)), lat: degrees(Math.atan2(z, Math.hypot(x, y))) };
  }

  /** Returns the bounds, in degrees. `west` is greater than `east` when the box crosses the antimeridian. */
  bounds(): { readonly west: number; readonly south: number; readonly east: number; readonly north: number } {
    const [west, east] = this.#shortestArc();
    return {
      west: west / cellsPerDegree - 180,
      east: (east + 1) / cellsPerDegree - 180,
      south: this.#south / cellsPerDegree - 90,
      north: (this.#north + 1) / cellsPerDegree - 90,
    };
  }

  /** Returns the first and last column of the shortest arc with all used columns: from the column after the widest gap to the one before it. */
  #shortestArc(): readonly [number, number] {
    const used = [...this.#columns.keys()].filter((column) => this.#columns[column] === 1);
    let widest = -1;
    let from = 0;
    let to = 0;
    for (const [index, column] of used.entries()) {
      const next = used[(index + 1) % used.length] ?? column;
      const gap = (next - column - 1 + columns) % columns;
      if (gap <= widest) continue;
      widest = gap;
      from = next;
      to = column;
    }
    return widest === 0 ? [0, columns - 1] : [from, to];
  }
}

function radians(value: number): number {
  return (value * Math.PI) / 180;
}

function degrees(value: number): number {
  return (value * 180) / Math.PI;
}
