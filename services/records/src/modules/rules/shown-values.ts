import type { Fields } from '@svc/contracts';

/** The option that a key_select shows. */
export function shownOption(record: Fields, key: string): string | undefined {
  const { key: option } = (record[key] ?? {}) as { key?: unknown };
  return typeof option === 'string' ? option : undefined;
}

/** The user that a user_select shows; 0 is nobody. */
export function shownUser(record: Fields, key: string): number {
  const { id } = (record[key] ?? {}) as { id?: unknown };
  return Number(id ?? 0);
}

/** The number that a field shows; 0 while it is unset. */
export function shownNumber(record: Fields, key: string): number {
  const number = Number(record[key] ?? 0);
  return Number.isFinite(number) ? number : 0;
}

/** The records that a connection shows. */
export function shownIds(record: Fields, key: string): number[] {
  const items = record[key];
  return Array.isArray(items) ? items.map((item: { ID?: unknown }) => Number(item.ID)) : [];
}
