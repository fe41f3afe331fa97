import type { ChangedField } from '../revision/revision.ts';
import { type ConnectionItem, shownConnections, type Connected } from '../model/connection-item.ts';

/** The connections that are shown of a record after some of them changed; new ones come last, as far as there is room. */
export function mergeShown(shown: Connected, changed: readonly ChangedField[]): Connected {
  const merged = changed.map(({ field, before, after }) => {
    const was = new Set(((before ?? []) as ConnectionItem[]).map(({ id }) => id));
    const is = new Map(((after ?? []) as ConnectionItem[]).map((item) => [item.id, item]));
    const kept = (shown[field.key] ?? [])
      .filter(({ id }) => !was.has(id) || is.has(id))
      .map((item) => is.get(item.id) ?? item);
    const added = [...is.values()].filter(({ id }) => !was.has(id));
    return [field.key, [...kept, ...added].slice(0, shownConnections.alone)] as const;
  });
  return { ...shown, ...Object.fromEntries(merged) };
}
