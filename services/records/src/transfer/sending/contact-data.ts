import { utcText, type Call } from '@svc/service-kit';
import type { TransferDeps } from '../transfer-deps.ts';
import type { Meta } from '../../model/field-type/exchange.ts';
import type { PostType } from '../../model/post-type.ts';
import { loadState } from '../../read/load-states.ts';
import { presentRecord } from '../../read/present-record.ts';
import { storageOf, storedValue, type RecordState } from '../../model/stored-value.ts';
import type { RecordDocument } from '../../model/record.ts';
import { isLocalOnly } from '../is-local-only.ts';

export type ContactData = Awaited<ReturnType<typeof contactData>>;

/** A contact as it is sent, without its comments (docs/guides/transfer.md#sending): the values of all fields whose type has `transfer`. */
export async function contactData(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: TransferDeps,
  record: RecordDocument,
) {
  const postType = deps.postTypes.get('contacts');
  const state = await loadState(call, deps, postType, record);
  const shape = await presentRecord(call, deps, postType, state);
  return {
    post: postOf(record, deps.site.listPermalink(postType.key, record._id)),
    postmeta: metaOf(postType, state),
    people_groups: namesOf(shape['people_groups']),
  };
}

function postOf({ _id, name, createdAt, lastModified }: RecordDocument, guid: string) {
  const created = utcText(createdAt);
  const modified = utcText(lastModified);
  return {
    ID: String(_id),
    post_title: name,
    post_type: 'contacts',
    post_status: 'publish',
    guid,
    post_date: created,
    post_date_gmt: created,
    post_modified: modified,
    post_modified_gmt: modified,
  };
}

function metaOf(postType: PostType, state: RecordState): Meta {
  const fields = [...postType.fields.values()].filter(
    (field) => storageOf(field) === 'record' && !isLocalOnly(field.key),
  );
  const sent = fields.map((field) => {
    const stored = storedValue(state, field);
    return stored === undefined ? {} : (field.type.exchange?.send(stored, field) ?? {});
  });
  return Object.assign({}, ...sent) as Meta;
}

function namesOf(shown: unknown) {
  const groups = Array.isArray(shown) ? (shown as { ID: number; post_title: string }[]) : [];
  return groups.map(({ ID, post_title }) => ({ ID, post_title }));
}
