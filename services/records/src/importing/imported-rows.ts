import type { ImportedRow } from '@svc/contracts';
import { connectionField } from '../connections/reconnect.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { UnnumberedRow } from '../revision/activity-of-changes.ts';
import type { ImportedRecord } from '../store/imported-models.ts';

/** The version of imported history rows: no record ever has it. */
export const importedVersion = 0;

/** Whether a row is about a connection: then its value is the id of the other record. */
export function isConnectionRow({ action }: Pick<ImportedRow, 'action'>): boolean {
  return action === 'connected to' || action === 'disconnected from';
}

interface OfRecord {
  readonly record: RecordDocument;
  /** The imported records, by their ids at the source. */
  readonly found: ReadonlyMap<number, ImportedRecord>;
  readonly postType: PostType | undefined;
}

/** Rows in their stored form, without those about connections with records that were not imported. */
export function rowsOf(rows: readonly ImportedRow[], of: OfRecord): UnnumberedRow[] {
  return rows.flatMap((row) => {
    if (!isConnectionRow(row)) return storedRow(row, of);
    const other = of.found.get(Number(row.meta_value));
    return other ? storedRow(withRecord(row, other.recordId, of.postType), of) : [];
  });
}

/** Puts the other record's id of this installation into a row, and the field that shows this end of the connection here. */
function withRecord(row: ImportedRow, otherId: number, postType: PostType | undefined): ImportedRow {
  const isTo = row.object_note === 'connection to';
  const end = (side: 'from' | 'to' | 'any') => ({ key: row.meta_key, side });
  const field =
    postType &&
    (connectionField(postType, end(isTo ? 'to' : 'from')) ?? connectionField(postType, end('any')));
  return { ...row, meta_value: String(otherId), object_subtype: field?.key ?? row.meta_key };
}

function storedRow(row: ImportedRow, { record, postType }: OfRecord): UnnumberedRow {
  const isHidden = postType?.fields.get(row.object_subtype)?.definition.hidden === true;
  return {
    postType: record.postType,
    recordId: record._id,
    objectName: row.object_name,
    action: row.action,
    objectSubtype: row.object_subtype,
    metaKey: row.meta_key,
    metaValue: row.meta_value,
    oldValue: row.old_value,
    fieldType: row.field_type,
    objectNote: row.object_note,
    metaId: row.meta_id,
    listed: row.listed && !isHidden,
    version: importedVersion,
    position: row.source_id,
    time: row.time,
    actorId: row.user_id,
    actorName: row.user_name,
    actorRole: row.user_role,
  };
}
