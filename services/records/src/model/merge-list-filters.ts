import type { ListFilterDeclaration, ListFiltersDeclaration, ListTabDeclaration } from '@svc/contracts';

/** The list page of a post type: the declarations of all extensions together. */
export interface MergedListFilters {
  readonly tabs: ReadonlyMap<string, ListTabDeclaration>;
  readonly filters: readonly ListFilterDeclaration[];
}

/** Adds a declaration: of two tabs with the same key the later one counts; filters are appended. */
export function mergeListFilters(
  known: MergedListFilters,
  { tabs = {}, filters = [] }: ListFiltersDeclaration = {},
): MergedListFilters {
  return {
    tabs: new Map([...known.tabs, ...Object.entries(tabs)]),
    filters: [...known.filters, ...filters],
  };
}
