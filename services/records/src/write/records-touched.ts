import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { FieldChange } from '../revision/revision.ts';
import type { Shares } from './revise-records.ts';

/** The records besides its own that a write is known to touch: those it connects and those it shares. */
export function recordsTouched(changes: readonly FieldChange[], shares: Shares): number[] {
  const connected = changes
    .filter(({ field }) => field.type.keptIn === 'edges')
    .flatMap(({ change }) => (change as ConnectionChange).entries.map(({ target }) => idOf(target)));
  return [...connected, ...[...shares.keys()].filter((id) => id !== 'this')];
}
