import type { ActivityItem } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { ReadContext } from '../fields/field-type.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ActivityRow } from './activity-row.ts';

/** History rows as the list shows them, with one question for all names. */
export async function presentActivity(
  call: Pick<Call, 'ask'>,
  deps: Pick<RecordsDeps, 'people' | 'site'>,
  postType: PostType,
  rows: readonly ActivityRow[],
): Promise<ActivityItem[]> {
  const named = rows.flatMap((row) => [
    row.actorId,
    ...(fieldOf(row, postType)?.type.peopleOfRow?.(row) ?? []),
  ]);
  const people = await deps.people.names(call, named);
  const context = { people, site: deps.site, records: nothing, places: nothing };
  return rows.map((row) => presentRow(row, postType, context));
}

const nothing = { get: () => undefined };

function presentRow(row: ActivityRow, postType: PostType, context: ReadContext): ActivityItem {
  const actor = context.people.get(row.actorId);
  const avatar = actor?.avatar ?? '';
  return {
    meta_key: row.metaKey,
    avatar,
    gravatar: avatar,
    name: actor?.displayName ?? row.actorName,
    object_note: plainLine(noteOf(row, postType, context)),
    hist_time: String(row.time),
    meta_id: String(row.metaId),
    histid: String(row._id),
    field_type: row.fieldType,
  };
}

/** The template of the row's field; rows that are no field's change have their own. */
function noteOf(row: ActivityRow, postType: PostType, context: ReadContext): string {
  if (row.action === 'created') return `Created with site link: ${row.actorName}`;
  const field = fieldOf(row, postType);
  return field ? field.type.note(row, field, context) : `${row.metaKey}: ${row.metaValue}`;
}

function fieldOf(row: ActivityRow, postType: PostType) {
  return postType.fields.get(row.objectSubtype);
}

/** Notes are one line of plain text: no tags, no line breaks. */
function plainLine(text: string): string {
  const lines = text.replaceAll(/<\/?[a-z][^<>]*>/gi, '').split(/[\r\n]+/);
  return lines.map((line) => line.trim()).join(' ');
}
