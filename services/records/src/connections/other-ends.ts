import type { ConnectionItem } from '../model/connection-item.ts';
import type { EndChange } from './reconnect.ts';
import { oppositeEnd } from '../model/side.ts';

/** What changed connections of one record mean for the records at their other ends, by record. */
export function otherEnds(
  recordId: number,
  ends: readonly EndChange[],
): ReadonlyMap<number, readonly EndChange[]> {
  const changes = new Map<number, EndChange[]>();
  for (const { end, before, after } of ends) {
    const former = byId(before);
    const current = byId(after);
    for (const id of new Set([...former.keys(), ...current.keys()])) {
      const change = {
        end: oppositeEnd(end),
        before: seenFrom(recordId, former.get(id)),
        after: seenFrom(recordId, current.get(id)),
      };
      changes.set(id, [...(changes.get(id) ?? []), change]);
    }
  }
  return changes;
}

function byId(items: readonly ConnectionItem[]): ReadonlyMap<number, ConnectionItem> {
  return new Map(items.map((item) => [item.id, item]));
}

function seenFrom(recordId: number, item: ConnectionItem | undefined): ConnectionItem[] {
  return item ? [{ ...item, id: recordId }] : [];
}
