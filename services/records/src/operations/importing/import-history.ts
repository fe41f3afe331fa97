import { recordsImportHistory, type ImportedRow } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { connectionField } from '../../connections/reconnect.ts';
import { findImported } from '../../importing/find-imported.ts';
import type { ImportDeps } from '../../importing/import-deps.ts';
import type { PostType } from '../../model/post-type.ts';
import type { RecordDocument } from '../../model/record.ts';
import type { UnnumberedRow } from '../../revision/activity-of-changes.ts';
import { insertActivity, writeTo } from '../../revision/record-writes.ts';
import type { ImportedRecord } from '../../store/imported-models.ts';
import { readLean } from '../../store/read-with-deadline.ts';

/** The version of imported history rows: no record ever has it. */
const importedVersion = 0;

/** Adds missing rows of an imported record's history, taken from the other installation; the record itself is unchanged. */
export const importHistory = defineHandler(recordsImportHistory, async (call, deps: ImportDeps) => {
  const { source, source_id: sourceId, rows } = call.input;
  const named = rows.filter(isConnectionRow).map(({ meta_value: id }) => Number(id));
  const ids = new Set([sourceId, ...named].filter((id) => Number.isSafeInteger(id) && id > 0));
  const found = await findImported(call, deps, { source, ids });
  const recordId = found.get(sourceId)?.recordId ?? 0;
  return deps.store.commit({ ...call, claim: undefined }, async () => {
    const [record, held] = await Promise.all([
      readLean(call, deps.records.findById(recordId)),
      readLean(call, deps.activity.find({ recordId, version: importedVersion }, { position: 1 })),
    ]);
    if (!record) return { writes: [], answer: { added: 0, left_out: rows.length } };
    const known = new Set(held.map(({ position }) => position));
    const missing = rows.filter(({ source_id: id }) => !known.has(id));
    const made = rowsOf(missing, { record, found, postType: deps.postTypes.withAllModules(record.postType) });
    const answer = { added: made.length, left_out: missing.length - made.length };
    if (made.length === 0) return { writes: [], answer };
    const { _id, version, listedRowCount } = record;
    const filter = { _id, version, listedRowCount };
    const update = { $set: { listedRowCount: listedRowCount + made.filter(({ listed }) => listed).length } };
    const counted = writeTo(deps, deps.records, { name: 'updateOne', filter, update, mustMatch: true });
    return { writes: [counted, ...(await insertActivity(deps, made))], answer };
  });
});

/** Whether a row is about a connection: then its value is the id of the other record. */
function isConnectionRow({ action }: Pick<ImportedRow, 'action'>): boolean {
  return action === 'connected to' || action === 'disconnected from';
}

interface OfRecord {
  readonly record: RecordDocument;
  /** The imported records, by their ids at the source. */
  readonly found: ReadonlyMap<number, ImportedRecord>;
  readonly postType: PostType | undefined;
}

/** Rows in their stored form, without those about connections with records that were not imported. */
function rowsOf(rows: readonly ImportedRow[], of: OfRecord): UnnumberedRow[] {
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
