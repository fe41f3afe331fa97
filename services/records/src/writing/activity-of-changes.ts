import { createHash } from 'node:crypto';
import type { Actor } from '@svc/contracts';
import type { ActivityDraft, ActivityRow } from '../activity/activity-row.ts';
import { edgeBetween } from '../connections/side.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { Revision } from './revision.ts';

/** A row before it has its id. */
export type UnnumberedRow = Omit<ActivityRow, '_id'>;

/** The history rows of a revision; those of a new record begin with its creation. */
export function activityOf(revision: Revision, actor: Actor): UnnumberedRow[] {
  return revision.read ? activityOfChanges(revision, actor) : activityOfCreation(revision, actor);
}

function activityOfChanges(revision: Revision, actor: Actor): UnnumberedRow[] {
  const drafts = revision.changed.flatMap(({ field, before, after }) => [
    ...field.type.activity(before, after, field),
  ]);
  return [...drafts, ...revision.rows].map((draft, position) =>
    toRow(draft, { ...revision, actor, position }),
  );
}

/** That it was created, one second earlier, and its fields. Its name is no news. */
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

/** The one row that stays of a deleted record. */
export function activityOfDeletion(deleted: Revision, actor: Actor): UnnumberedRow {
  return toRow(recordDraft('record_deleted', false), { ...deleted, actor, position: 0 });
}

function recordDraft(action: string, listed: boolean): ActivityDraft {
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

function toRow(
  draft: ActivityDraft,
  context: { record: RecordDocument; at: Date; actor: Actor; position: number },
): UnnumberedRow {
  const { record, at, actor, position } = context;
  const { valueKey, edge, ...rest } = draft;
  return {
    ...rest,
    metaValue: shortened(rest.metaValue),
    oldValue: shortened(rest.oldValue),
    objectNote: shortened(rest.objectNote),
    objectName: shortened(record.name),
    postType: record.postType,
    recordId: record._id,
    metaId: edge
      ? metaIdOf(edgeBetween(edge.end, record._id, edge.otherId)._id)
      : metaIdOf(`${record._id}\n${draft.metaKey}\n${valueKey}`),
    version: record.version,
    position,
    time: Math.floor(at.getTime() / 1000),
    actorId: actor.userId,
    // Which part of the system it was is nothing for the reader of a history.
    actorName: actor.kind === 'system' ? 'System' : actor.displayName,
    actorRole: actor.roles[0] ?? actor.kind,
  };
}

const longestText = 250;

/** Long texts are cut in the history (facts of raw rows), never through the middle of a character. */
function shortened(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

/** A number that is the same for all rows about one value of one record: 48 bits, safe as a JSON number. */
function metaIdOf(value: string): number {
  return createHash('sha256').update(value).digest().readUIntBE(0, 6);
}
