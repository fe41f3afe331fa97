import type { ListFilterDeclaration, ListFiltersDeclaration, ListTabDeclaration } from '@svc/contracts';

/** What the list page of a post type offers, as all extensions together declare it. */
export interface MergedListFilters {
  readonly tabs: ReadonlyMap<string, ListTabDeclaration>;
  readonly filters: readonly ListFilterDeclaration[];
}

/** Tabs by key, of two the later one; filters one after the other. */
export function mergeListFilters(
  known: MergedListFilters,
  { tabs = {}, filters = [] }: ListFiltersDeclaration = {},
): MergedListFilters {
  return {
    tabs: new Map([...known.tabs, ...Object.entries(tabs)]),
    filters: [...known.filters, ...filters],
  };
}
