import { createHash } from 'node:crypto';
import type { Actor } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from '../model/activity-row.ts';
import { edgeBetween } from '../model/side.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Revision } from './revision.ts';

/** A row before it has an id. */
export type UnnumberedRow = Omit<ActivityRow, '_id'>;

/** The history rows of a revision, beginning with the creation for a new record. Rows of fields that the post type hides are not listed. */
export function activityOf(
  revision: Revision,
  actor: Actor,
  postType: PostType | undefined,
): UnnumberedRow[] {
  const rows = revision.read ? activityOfChanges(revision, actor) : activityOfCreation(revision, actor);
  const isHidden = ({ objectSubtype: key }: UnnumberedRow) =>
    postType?.fields.get(key)?.definition.hidden === true;
  return rows.map((row) => (row.listed && isHidden(row) ? { ...row, listed: false } : row));
}

function activityOfChanges(revision: Revision, actor: Actor): UnnumberedRow[] {
  const drafts = revision.changed.flatMap(
    ({ field, before, after }) => field.type.history?.activity(before, after, field.declared ?? field) ?? [],
  );
  return [...drafts, ...revision.rows].map((draft, position) =>
    toRow(draft, { ...revision, actor, position }),
  );
}

/** The creation, one second earlier, and the initial values of fields except name and creation date. */
function activityOfCreation(revision: Revision, actor: Actor): UnnumberedRow[] {
  const draft = recordDraft('created', actor.kind === 'site_link');
  const created = toRow(draft, { ...revision, actor, position: 0 });
  const changed = revision.changed.filter(({ field }) => field.key !== 'name' && field.key !== 'post_date');
  const rows = activityOfChanges({ ...revision, changed }, actor);
  return [
    { ...created, time: created.time - 1 },
    ...rows.map((row) => ({ ...row, position: row.position + 1 })),
  ];
}

/** The only row that is kept of a deleted record. */
export function activityOfDeletion(deleted: Revision, actor: Actor): UnnumberedRow {
  return toRow(recordDraft('record_deleted', false), { ...deleted, actor, position: 0 });
}

function toRow(
  draft: ActivityDraft,
  context: { record: RecordDocument; at: Date; actor: Actor; position: number },
): UnnumberedRow {
  const { record, at, actor, position } = context;
  const { valueKey: _valueKey, edge: _edge, ...rest } = draft;
  return {
    ...rest,
    metaValue: shortened(rest.metaValue),
    oldValue: shortened(rest.oldValue),
    objectNote: shortened(rest.objectNote),
    objectName: shortened(record.name),
    postType: record.postType,
    recordId: record._id,
    metaId: metaIdOf(draft, record._id),
    version: record.version,
    position,
    time: Math.floor(at.getTime() / 1000),
    actorId: actor.userId,
    // Readers of a history need not know which service it was.
    actorName: actor.kind === 'system' ? systemName : actor.displayName,
    actorRole: actor.roles[0] ?? actor.kind,
  };
}

/** The author of changes by neither a user nor a site link (docs/guides/history.md#rows). */
const systemName = 'D.T System';

/** In bytes of UTF-8. */
const maxTextLength = 250;

/** History rows contain only the start of long texts (docs/guides/history.md#rows), cut between two characters. */
function shortened(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxTextLength) return text;
  let end = maxTextLength;
  while (isInsideCharacter(bytes[end])) end -= 1;
  return `${bytes.toString('utf8', 0, end)}...`;
}

function isInsideCharacter(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** The same number for all rows about one value of one record; 0 for rows that are not about a value. */
function metaIdOf({ metaKey, valueKey, edge }: ActivityDraft, recordId: number): number {
  if (edge) return numberOf(edgeBetween(edge.end, recordId, edge.otherId)._id);
  return metaKey === '' ? 0 : numberOf(`${recordId}\n${metaKey}\n${valueKey}`);
}

/** A hash of 48 bits, safe as a JSON number. */
function numberOf(value: string): number {
  return createHash('sha256').update(value).digest().readUIntBE(0, 6);
}

/** A history row about a record as a whole, not about one of its values. */
export function recordDraft(action: string, listed: boolean): ActivityDraft {
  const empty = {
    objectSubtype: '',
    metaKey: '',
    metaValue: '',
    oldValue: '',
    fieldType: '',
    objectNote: '',
  };
  return { ...empty, action, valueKey: '', listed };
}
