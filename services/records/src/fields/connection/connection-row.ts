import type { ActivityDraft } from '../../model/activity-row.ts';
import type { ConnectionItem } from '../../model/connection-item.ts';
import type { End } from '../../model/edge.ts';

/** The history row of a connection that was made or removed, on the record at one of its ends. */
export function connectionRow(options: {
  end: End;
  /** The key of the connection's field on this record, or of the connection where the type has no such field. */
  fieldKey: string;
  other: ConnectionItem;
  isRemoval: boolean;
}): ActivityDraft {
  const { end, fieldKey, isRemoval } = options;
  const { id: otherId, meta } = options.other;
  return {
    action: isRemoval ? 'disconnected from' : 'connected to',
    objectSubtype: fieldKey,
    metaKey: end.key,
    metaValue: String(otherId),
    oldValue: '',
    fieldType: 'connection',
    objectNote: end.side === 'to' ? 'connection to' : 'connection from',
    valueKey: String(otherId),
    edge: { end, otherId },
    listed: true,
    undo: {
      entry: String(otherId),
      write: { value: otherId, delete: !isRemoval, ...(isRemoval && meta ? { meta } : {}) },
    },
  };
}
