import type { LoadedGrid } from '../grid/loaded-grid.ts';

/** What is made of the whole location grid, once for as long as the grid stays as it is. */
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
