import type { ActivityItem, Saying } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { noteWithoutField } from '../connections/note-without-field.ts';
import type { ReadContext } from '../fields/field-type.ts';
import { readContext } from '../reading/read-context.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ActivityRow } from './activity-row.ts';
import { noteOfAction, peopleOfAction } from './notes-of-actions.ts';
import { revertRole } from './revert-bot.ts';

/** History rows as the list shows them, in the caller's language, with one question for all names. */
export async function presentActivity(
  call: Pick<Call, 'ask' | 'deadline'>,
  deps: RecordsDeps,
  postType: PostType,
  rows: readonly ActivityRow[],
): Promise<ActivityItem[]> {
  const named = rows.map((row) => ({ row, type: fieldOf(row, postType)?.type }));
  const context = await readContext(call, deps, {
    people: named.flatMap(({ row, type }) => [
      row.actorId,
      ...peopleOfAction(row),
      ...(type?.peopleOfRow?.(row) ?? []),
    ]),
    records: named.flatMap(({ row, type }) => type?.recordsOfRow?.(row) ?? linkedByRow(row)),
    places: named.flatMap(({ row, type }) => type?.placesOfRow?.(row) ?? []),
  });
  const labelOf = (key: string) => deps.postTypes.find(key)?.labelSingular ?? key;
  return rows.map((row) => {
    const note = noteWithoutField(row, context.records, labelOf);
    const said = noteOf(row, postType, context) ?? note ?? `${row.metaKey}: ${row.metaValue}`;
    return presentRow(row, context, deps.translate(said));
  });
}

/** The record that a connection is with, where the post type has no field for it. */
function linkedByRow({ fieldType, metaValue }: ActivityRow): number[] {
  return fieldType === 'connection' ? [Number(metaValue)] : [];
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

/** The template of the row's field; rows that are no field's change have their own. */
function noteOf(row: ActivityRow, postType: PostType, context: ReadContext): Saying | undefined {
  const note = noteOfAction(row, context.people);
  if (note !== undefined) return note;
  const field = fieldOf(row, postType);
  return field?.type.note(row, field, context);
}

function fieldOf(row: ActivityRow, postType: PostType) {
  return postType.fields.get(row.objectSubtype);
}

/** Notes are one line of plain text: no tags, no line breaks. */
function plainLine(text: string): string {
  const lines = text.replaceAll(/<!--.*?(?:-->|$)|<\/?[a-z][^<>]*>/gis, '').split(/[\r\n]+/);
  return lines.map((line) => line.trim()).join(' ');
}
