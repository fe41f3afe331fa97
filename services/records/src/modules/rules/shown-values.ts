import type { Fields } from '@svc/contracts';

/** The option in the read shape of a key_select. */
export function shownOption(record: Fields, key: string): string | undefined {
  const { key: option } = (record[key] ?? {}) as { key?: unknown };
  return typeof option === 'string' ? option : undefined;
}

/** The user in the read shape of a user_select; 0 for nobody. */
export function shownUser(record: Fields, key: string): number {
  const { id } = (record[key] ?? {}) as { id?: unknown };
  return Number(id ?? 0);
}

/** The number in a read shape; 0 if unset. */
export function shownNumber(record: Fields, key: string): number {
  const number = Number(record[key] ?? 0);
  return Number.isFinite(number) ? number : 0;
}

/** The ids in the read shape of a connection. */
export function shownIds(record: Fields, key: string): number[] {
  const items = record[key];
  return Array.isArray(items) ? items.map((item: { ID?: unknown }) => Number(item.ID)) : [];
}
