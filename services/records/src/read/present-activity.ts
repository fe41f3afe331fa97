import {
  type ActivityItem,
  type MessageValue,
  msg,
  type Message,
  asMessage,
  type Actor,
} from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from './read-deps.ts';
import type { ReadContext } from '../model/read-context.ts';
import { readContext } from './read-context.ts';
import type { PostType } from '../model/post-type.ts';
import type { Field } from '../model/field.ts';
import type { ActivityRow } from '../model/activity-row.ts';
import { linkText, type LinkedRecords } from '../model/linked-records.ts';
import type { UserNames } from '../model/person.ts';

/** History rows in the form of the list, in the caller's language; each kind of name takes one query. */
export async function presentActivity(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: ReadDeps,
  postType: PostType,
  rows: readonly ActivityRow[],
): Promise<ActivityItem[]> {
  const noted = rows.map((row) => ({ row, field: postType.fields.get(row.objectSubtype) }));
  const context = await readContext(call, deps, {
    people: noted.flatMap(({ row, field }) => [
      row.actorId,
      ...peopleOfAction(row),
      ...(field?.type.history?.userIdsOfRow?.(row) ?? []),
    ]),
    // The post type may have no field for a connection.
    records: noted.flatMap(({ row, field }) => {
      const connected = row.fieldType === 'connection' ? [Number(row.metaValue)] : [];
      return field?.type.history?.recordsOfRow?.(row) ?? connected;
    }),
    places: noted.flatMap(({ row, field }) => field?.type.history?.placesOfRow?.(row) ?? []),
  });
  const labelOf = (key: string) => deps.postTypes.find(key)?.labelSingular ?? key;
  return noted.map(({ row, field }) => {
    const text =
      noteOfAction(row, context.people) ??
      (field && noteOfField(row, field, context)) ??
      noteWithoutField(row, context.records, labelOf) ??
      `${row.metaKey}: ${row.metaValue}`;
    return presentRow(row, context, deps.translate(text));
  });
}

/** The text for a change of a field; "" hides a row of a type that has no history. */
function noteOfField(row: ActivityRow, field: Field, context: ReadContext): Message {
  return field.type.history?.note(row, field, context) ?? '';
}

/** Whether the caller's API key reaches the records that a history row names. */
export function isRowWithinKey(
  { fieldType, objectSubtype }: Pick<ActivityRow, 'fieldType' | 'objectSubtype'>,
  { beyondKey, fields }: PostType,
): boolean {
  return beyondKey === undefined || fieldType !== 'connection' || fields.has(objectSubtype);
}

function presentRow(row: ActivityRow, context: ReadContext, note: string): ActivityItem {
  const actor = row.actorRole === revertRole ? undefined : context.people.get(row.actorId);
  const avatar = actor?.avatar ?? '';
  return {
    meta_key: row.metaKey,
    avatar,
    gravatar: avatar,
    name: actor?.displayName ?? row.actorName,
    object_note: plainLine(note),
    hist_time: String(row.time),
    meta_id: String(row.metaId),
    histid: String(row._id),
    field_type: row.fieldType,
  };
}

/** Notes are one line of plain text, without tags. */
function plainLine(text: string): string {
  const lines = text.replaceAll(/<!--.*?(?:-->|$)|<\/?[a-z][^<>]*>/gis, '').split(/[\r\n]+/);
  return lines.map((line) => line.trim()).join(' ');
}

/** The note of a connection on a record whose type has no field for it; undefined for rows of other kinds. */
function noteWithoutField(
  row: Pick<ActivityRow, 'action' | 'metaValue'>,
  records: LinkedRecords,
  labelOf: (postType: string) => string,
): Message | undefined {
  const isRemoval = row.action === 'disconnected from';
  if (row.action !== 'connected to' && !isRemoval) return undefined;
  const id = Number(row.metaValue);
  const other = records.get(id);
  const label = asMessage(other ? labelOf(other.postType) : 'record');
  const link = linkText(other, id);
  return isRemoval ? msg`Removed connection to ${label} ${link}` : msg`Connected to ${label} ${link}`;
}

type Row = Pick<ActivityRow, 'action' | 'metaValue' | 'objectNote' | 'actorId' | 'actorName'>;

/** The notes of rows that are not about a field, by action (docs/guides/history.md#rows). */
const notes: Readonly<Record<string, (row: Row, people: UserNames) => Message>> = {
  // Records created by users have no such note: their first rows show the author (docs/guides/history.md#rows).
  created: ({ actorId, actorName }) => (actorId === 0 ? msg`Created with site link: ${actorName}` : ''),
  share: (row, people) => msg`Shared with ${userIn(row, people)}`,
  remove: (row, people) => msg`Unshared with ${userIn(row, people)}`,
  assignment_accepted: (row, people) => msg`${actorOf(row, people)} accepted assignment`,
  assignment_decline: (row, people) => msg`${actorOf(row, people)} declined assignment`,
  sent_post_msg: ({ objectNote: addresses }) => msg`Email sent to ${addresses}`,
};

/** The note of a row that is not about a field; undefined for other rows. */
function noteOfAction(row: Row, people: UserNames): Message | undefined {
  return Object.hasOwn(notes, row.action) ? notes[row.action]?.(row, people) : undefined;
}

/** Ids of users, other than the author, whose names the note needs. */
function peopleOfAction({ action, metaValue }: Row): number[] {
  return action === 'share' || action === 'remove' ? [Number(metaValue)] : [];
}

function userIn({ metaValue }: Row, people: UserNames): MessageValue {
  return people.get(Number(metaValue))?.displayName ?? asMessage('Not Found');
}

function actorOf({ actorId, actorName }: Row, people: UserNames): string {
  return people.get(actorId)?.displayName ?? actorName;
}

/** The author's role in history rows of a reverted record (docs/guides/history.md#restoring-an-earlier-state). */
const revertRole = 'activity_revert';

/** The author shown for reverts of a period; the rows still contain the user's id. */
export function asRevertBot(actor: Actor): Actor {
  return { ...actor, displayName: 'Revert Bot', roles: [revertRole] };
}
