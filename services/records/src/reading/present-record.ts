import type { RecordShape } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field, ReadContext } from '../fields/field-type.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ListedRecord, RecordDocument } from '../store/record-document.ts';
import { storedValue } from './stored-value.ts';

/** The get shape of a record (spec 2.1, 2.3), after the extensions' filters. */
export async function presentRecord(
  call: Pick<Call, 'ask' | 'actor'>,
  deps: RecordsDeps,
  postType: PostType,
  record: RecordDocument,
): Promise<RecordShape> {
  const fields = [...postType.fields.values()];
  const people = await deps.people.names(call, [record.authorId, ...peopleOf([record], fields)]);
  const postDate = deps.site.dateShape(Math.floor(record.createdAt.getTime() / 1000));
  const shape = {
    ...readFields(record, fields, { people, site: deps.site, records: nothing, places: nothing }),
    ID: record._id,
    post_type: record.postType,
    permalink: `${deps.site.permalink(record.postType, record._id)}/`,
    post_author: String(record.authorId),
    post_author_display_name: people.get(record.authorId)?.displayName ?? '',
    title: record.name,
    post_date: postDate,
    created_date: postDate,
  };
  return (await deps.hooks.filter(
    'svc_after_get_post_fields_filter',
    call.actor,
    shape,
    postType.key,
  )) as RecordShape;
}

/** The read shapes of fields; one that is unset and has nothing to show is left out. */
export function readFields(
  record: ListedRecord,
  fields: readonly Field[],
  context: ReadContext,
): Record<string, unknown> {
  const shape: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field.type.read(storedValue(record, field.key), field, context);
    if (value !== undefined) shape[field.key] = value;
  }
  return shape;
}

/** The users whose names the read shapes of these records need. */
export function peopleOf(records: readonly ListedRecord[], fields: readonly Field[]): number[] {
  const named = fields.filter((field) => field.type.peopleOf);
  return records.flatMap((record) =>
    named.flatMap((field) => {
      const stored = storedValue(record, field.key);
      return stored === undefined ? [] : (field.type.peopleOf?.(stored) ?? []);
    }),
  );
}

const nothing = { get: () => undefined };
