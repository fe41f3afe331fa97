import { isDeepStrictEqual } from 'node:util';
import type { ConnectionItem } from '../../model/connection-item.ts';

/** The connections that are not the same among others: with a record that is not there, or with other meta. */
export function itemsNotIn(
  items: readonly ConnectionItem[],
  others: readonly ConnectionItem[],
): ConnectionItem[] {
  const known = new Map(others.map((item) => [item.id, item]));
  return items.filter((item) => !isDeepStrictEqual(known.get(item.id), item));
}
