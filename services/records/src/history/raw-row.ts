import type { ActivityItem, RawActivityRow } from '@svc/contracts';
import type { ActivityRow } from '../model/activity-row.ts';

/** A stored row (docs/guides/history.md#rows) with the note, name and avatar of the list, without the key of a site link. */
export function rawRow(row: ActivityRow, item: ActivityItem): RawActivityRow {
  return {
    user_caps: row.actorRole,
    action: row.action,
    object_type: row.postType,
    object_subtype: row.objectSubtype,
    object_name: row.objectName,
    object_id: String(row.recordId),
    user_id: String(row.actorId),
    hist_ip: '0',
    meta_value: row.metaValue,
    meta_parent: '0',
    old_value: row.oldValue,
    ...item,
  };
}
