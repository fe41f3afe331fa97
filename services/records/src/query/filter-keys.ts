import type { Filters, ListedQuery } from './list-query.ts';

/** The keys of the fields on which it depends whether a record matches a query; undefined if events do not show all of them. */
export function filterKeys(query: ListedQuery): ReadonlySet<string> | undefined {
  if (query.search || query.mapBounds || query.recentlyViewed) return undefined;
  const keys = keysIn(query.filters);
  return keys.includes(undefined) ? undefined : new Set(keys.filter((key) => key !== undefined));
}

/** Undefined for a filter by shares or private values. */
function keysIn(filters: Filters): (string | undefined)[] {
  if (filters.kind !== 'one') return filters.of.flatMap(keysIn);
  const { field } = filters;
  return [field?.definition.private ? undefined : field?.key];
}
