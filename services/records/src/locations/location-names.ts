import type { LoadedGrid } from '../grid/loaded-grid.ts';

/** The names of all places of a grid, as they are answered: JSON, UTF-8. */
export function locationNamesJson(grid: LoadedGrid): Buffer {
  const names = [...grid.rows()].map(({ gridId, name }) => [gridId, name] as const);
  return Buffer.from(
    JSON.stringify({
      last_modified_date: lastChange(grid),
      location_grid: Object.fromEntries(names),
      total: names.length,
    }),
  );
}

/** When a grid was changed last, in UTC: `2024-05-31 08:30:00`; null while nobody has changed it. */
export function lastChange({ changedAt }: LoadedGrid): string | null {
  return changedAt ? changedAt.toISOString().slice(0, 19).replace('T', ' ') : null;
}
