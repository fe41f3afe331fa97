import type { LoadedGrid } from '../grid/loaded-grid.ts';

/** The answer with the names of all places of a grid: JSON in UTF-8. */
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

/** The time of a grid's last change, in UTC: `2024-05-31 08:30:00`; null when it was never changed. */
export function lastChange({ changedAt }: LoadedGrid): string | null {
  return changedAt ? changedAt.toISOString().slice(0, 19).replace('T', ' ') : null;
}
