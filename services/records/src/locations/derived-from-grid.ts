import type { LoadedGrid } from '../grid/loaded-grid.ts';

/** Data made from the whole location grid, once for each version of the grid. */
export class DerivedFromGrid<Made> {
  readonly #make: (grid: LoadedGrid) => Made;
  readonly #made = new WeakMap<LoadedGrid, { readonly made: Made }>();

  constructor(make: (grid: LoadedGrid) => Made) {
    this.#make = make;
  }

  of(grid: LoadedGrid): Made {
    const { made } = this.#made.get(grid) ?? { made: this.#make(grid) };
    this.#made.set(grid, { made });
    return made;
  }
}
