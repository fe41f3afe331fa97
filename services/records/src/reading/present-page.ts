import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { peopleOf, readFields } from './present-record.ts';

/** The items of a list page, with one question for all the names on it. `only` limits the fields. */
export async function presentPage(
  call: Pick<Call, 'ask' | 'actor'>,
  deps: RecordsDeps,
  page: { postType: PostType; records: readonly RecordDocument[]; only: ReadonlySet<string> | undefined },
): Promise<Fields[]> {
  const fields = shownFields(page.postType, page.only);
  const context = { people: await deps.people.names(call, peopleOf(page.records, fields)), site: deps.site };
  const items = page.records.map((record) => ({
    ...readFields(record, fields, context),
    ID: record._id,
    post_title: record.name,
    name: record.name,
    post_type: record.postType,
    post_date: deps.site.dateShape(Math.floor(record.createdAt.getTime() / 1000)),
    permalink: deps.site.permalink(record.postType, record._id),
  }));
  return Promise.all(
    items.map((item) =>
      deps.hooks.filter('svc_adjust_post_custom_fields', call.actor, item, page.postType.key),
    ),
  );
}

/** Booleans are always there, whatever was asked for (facts of list items). */
function shownFields(postType: PostType, only: ReadonlySet<string> | undefined): readonly Field[] {
  const fields = [...postType.fields.values()];
  if (!only || only.size === 0 || only.has('all_fields')) return fields;
  return fields.filter((field) => only.has(field.key) || field.type.name === 'boolean');
}
