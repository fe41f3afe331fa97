import type { FilterStore } from '../../filters/filter-store.ts';

export interface FilterDeps {
  readonly filters: FilterStore;
}
