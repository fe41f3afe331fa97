import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ListedRecord } from '../store/record-document.ts';
import { peopleOf, readFields } from './present-record.ts';

/** The items of a list page with these fields, with one question for all the names on it. */
export async function presentPage(
  call: Pick<Call, 'ask' | 'actor'>,
  deps: RecordsDeps,
  page: { postType: PostType; records: readonly ListedRecord[]; shown: readonly Field[] },
): Promise<Fields[]> {
  const { postType, records, shown: fields } = page;
  const context = {
    people: await deps.people.names(call, peopleOf(records, fields)),
    site: deps.site,
    records: nothing,
    places: nothing,
  };
  const items = records.map((record) => ({
    ...readFields(record, fields, context),
    ID: record._id,
    post_title: record.name,
    name: record.name,
    post_type: record.postType,
    post_date: deps.site.dateShape(Math.floor(record.createdAt.getTime() / 1000)),
    permalink: deps.site.permalink(record.postType, record._id),
  }));
  return Promise.all(
    items.map((item) => deps.hooks.filter('svc_adjust_post_custom_fields', call.actor, item, postType.key)),
  );
}

const nothing = { get: () => undefined };
