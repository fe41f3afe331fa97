import type { ActivityDraft } from '../../model/activity-row.ts';
import type { ConnectionItem } from '../../model/connection-item.ts';
import type { End } from '../../model/edge.ts';

interface Shown {
  readonly end: End;
  /** The key of the connection's field on this record, or of the connection where the type has no such field. */
  readonly fieldKey: string;
}

/** The history rows of the connections that were removed and made, on the record at one of their ends. */
export function connectionRows(
  before: readonly ConnectionItem[],
  after: readonly ConnectionItem[],
  shown: Shown,
): ActivityDraft[] {
  const former = new Set(before.map(({ id }) => id));
  const current = new Set(after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !current.has(id)).map((item) => connectionRow(item, true, shown)),
    ...after.filter(({ id }) => !former.has(id)).map((item) => connectionRow(item, false, shown)),
  ];
}

function connectionRow(
  { id: otherId, meta }: ConnectionItem,
  isRemoval: boolean,
  { end, fieldKey }: Shown,
): ActivityDraft {
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
