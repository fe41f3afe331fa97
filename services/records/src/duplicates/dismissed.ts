/** Where a record keeps which possible duplicates are none: `{override: [<record id>, …]}`, as JSON text. */
export const dismissalsKey = 'duplicate_data';

/** The records that were dismissed as duplicates. Clients may write the field, so it is read with care. */
export function dismissedIn(stored: unknown): number[] {
  const { override } = dataOf(stored) as { override?: unknown };
  const ids = Array.isArray(override) ? override.map(idOf) : [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** An object may refuse to become a number. */
function idOf(entry: unknown): number {
  return typeof entry === 'number' || typeof entry === 'string' ? Number(entry) : 0;
}

function dataOf(stored: unknown): object {
  const data: unknown = typeof stored === 'string' && stored !== '' ? JSON.parse(stored) : undefined;
  return typeof data === 'object' && data !== null ? data : {};
}
