import { isDeepStrictEqual } from 'node:util';
import type { ConnectionItem } from '../../model/connection-item.ts';

/** The connections that are missing in `others`, or have other meta there. */
export function itemsNotIn(
  items: readonly ConnectionItem[],
  others: readonly ConnectionItem[],
): ConnectionItem[] {
  const known = new Map(others.map((item) => [item.id, item]));
  return items.filter((item) => !isDeepStrictEqual(known.get(item.id), item));
}
