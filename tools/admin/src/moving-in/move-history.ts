import { recordsImportHistory, type ImportedRow } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';
import { count, reportRefusal, type MoveOfRecords } from './move.ts';
import { activityRowsSchema, type SourceActivityRow } from './source-answers.ts';
import type { UserIds } from './written-values.ts';

/** The actions to import: all but views of the record. */
const actions = [
  'created',
  'field_update',
  'connected to',
  'disconnected from',
  'share',
  'remove',
  'assignment_accepted',
  'assignment_decline',
  'sent_post_msg',
];
const batchSize = 1_000;

/** Imports the history of a record that was imported before, the oldest rows first. */
export async function moveHistory(move: MoveOfRecords, postType: string, id: number): Promise<void> {
  const what = `${postType}/${id}`;
  const known = new Set<number>();
  for (let from = 0; ;) {
    const rows = (await readRows(move, what, from)).filter(({ histid }) => !known.has(histid));
    if (rows.length === 0) return;
    for (const batch of inBatches(rows, batchSize)) {
      const given = batch.map((row) => asGiven(row, move.users));
      const answer = await move.ask(recordsImportHistory, { source: move.name, source_id: id, rows: given });
      const { added, left_out: leftOut } = answer;
      count(move, 'rows of history added', added);
      move.report.add('rows of history', {
        read: given.length,
        written: added,
        unchanged: given.length - added - leftOut,
        skipped: leftOut,
      });
      if (leftOut > 0)
        await move.leftOut.add({
          what,
          part: `history/${leftOut}`,
          reason: 'This number of rows refers to records that were not imported.',
        });
    }
    for (const { histid } of rows) known.add(histid);
    // Reading again from the last second finds nothing new in a source that returns all rows at once.
    from = Math.max(...rows.map(({ hist_time: time }) => time));
    if (rows.length < batchSize) return;
  }
}

async function readRows(
  { source, leftOut }: MoveOfRecords,
  what: string,
  from: number,
): Promise<SourceActivityRow[]> {
  const query = { revert: 1, ts_start: from, result_order: 'ASC', actions };
  const rows = await source
    .get(`dt-posts/v2/${what}/activity`, activityRowsSchema, query)
    .catch(reportRefusal(leftOut, { what, part: 'history', reason: 'It could not be read' }));
  return rows ?? [];
}

function asGiven(row: SourceActivityRow, users: UserIds): ImportedRow {
  const note = row.object_note_raw || row.object_note;
  return {
    source_id: row.histid,
    time: row.hist_time,
    user_id: users.get(row.user_id) ?? 0,
    user_name: row.name,
    user_role: row.user_caps,
    action: row.action,
    object_subtype: row.object_subtype,
    object_name: row.object_name,
    object_note: withUsers(note, users),
    meta_id: row.meta_id,
    meta_key: row.meta_key,
    meta_value: isAboutUser(row) ? userText(row.meta_value, users) : withUsers(row.meta_value, users),
    old_value: withUsers(row.old_value, users),
    field_type: row.field_type,
    listed: isListed(row),
  };
}

/** Whether lists of the history show the row: the creation of a record only by a site link, and no details of channels. */
function isListed({
  action,
  field_type: type,
  object_note: note,
  user_id: user,
  user_caps: role,
}: SourceActivityRow) {
  if (note === '' || type === 'details') return false;
  return action !== 'created' || (user === 0 && role !== '' && role !== 'system');
}

function isAboutUser({ action }: SourceActivityRow): boolean {
  return action === 'share' || action === 'remove';
}

/** The id of a user here; 0 for a user who was not imported. */
function userText(id: string, users: UserIds): string {
  return String(users.get(Number(id)) ?? 0);
}

function withUsers(text: string, users: UserIds): string {
  return text.replaceAll(/\buser-(\d+)\b/g, (_all, id: string) => `user-${userText(id, users)}`);
}
