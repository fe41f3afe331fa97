import type { FilterStore } from '../../filters/filter-store.ts';

/** What saved filters are read and changed with. */
export interface FilterDeps {
  readonly filters: FilterStore;
}
