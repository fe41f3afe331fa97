import type { LoadedGrid } from '../locations/loaded-grid.ts';

/** What is made of the whole location grid, once for as long as the grid stays as it is. */
export class MadeOfGrid<Made> {
  readonly #make: (grid: LoadedGrid) => Made;
  #last: { readonly grid: LoadedGrid; readonly made: Made } | undefined;

  constructor(make: (grid: LoadedGrid) => Made) {
    this.#make = make;
  }

  of(grid: LoadedGrid): Made {
    if (this.#last?.grid !== grid) this.#last = { grid, made: this.#make(grid) };
    return this.#last.made;
  }
}
