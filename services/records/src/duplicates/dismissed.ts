/** The key under which a record stores its dismissed duplicates: `{override: [<record id>, …]}`, as JSON text. */
export const dismissalsKey = 'duplicate_data';

/** The ids of records that were dismissed as duplicates. Clients may write the field, so its content is not trusted. */
export function dismissedIn(stored: unknown): number[] {
  const { override } = dataOf(stored) as { override?: unknown };
  const ids = Array.isArray(override) ? override.map(idOf) : [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** Number() may throw for an object. */
function idOf(entry: unknown): number {
  return typeof entry === 'number' || typeof entry === 'string' ? Number(entry) : 0;
}

function dataOf(stored: unknown): object {
  const data: unknown = typeof stored === 'string' && stored !== '' ? JSON.parse(stored) : undefined;
  return typeof data === 'object' && data !== null ? data : {};
}
