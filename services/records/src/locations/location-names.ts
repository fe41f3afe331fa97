import { utcText } from '@svc/service-kit';
import type { LoadedGrid } from '../grid/loaded-grid.ts';

/** The answer with the names of all places of a grid: JSON in UTF-8. */
export function locationNamesJson(grid: LoadedGrid): Buffer {
  const names = [...grid.rows()].map(({ gridId, name }) => [gridId, name] as const);
  const answer = {
    last_modified_date: lastChange(grid),
    location_grid: Object.fromEntries(names),
    total: names.length,
  };
  return Buffer.from(JSON.stringify(answer));
}

/** The time of a grid's last change; null when it was never changed. */
export function lastChange({ changedAt }: LoadedGrid): string | null {
  return changedAt ? utcText(changedAt) : null;
}
