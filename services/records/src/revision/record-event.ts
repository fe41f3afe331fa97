import type { Audience } from '@svc/contracts';
import type { EventDraft } from '@svc/service-kit/store';
import type { FieldDelta } from '../model/field-type/write.ts';
import type { RecordDocument } from '../model/record.ts';
import type { Revision } from './revision.ts';
import { linkedIn } from '../model/links.ts';
import { endOf } from '../model/side.ts';
import { holdsOption, type PostType } from '../model/post-type.ts';
import { followListOf } from '../fields/user-select/follow-list.ts';
import type { PostTypes } from '../post-types/post-types.ts';

type Changes = Readonly<Record<string, FieldDelta>>;

/** Maximum bytes of JSON that an oversized event keeps of each change, and of all changes. */
const kept = { ofOne: 1024, together: 64 * 1024 };

/** The users who may have to be notified of a change, as far as the record and the declarations of its type determine them. */
export interface Notified {
  readonly audience?: Audience;
  /** Whether nobody is. */
  readonly isSilent?: boolean;
  /** The field of milestones. */
  readonly milestones?: string | undefined;
}

/** The event of a changed record: its changes, who may see it now, and who may have to be notified. */
export function recordEvent(
  verb: EventDraft['verb'],
  { record, changed, written }: Pick<Revision, 'record' | 'changed' | 'written'>,
  { audience, isSilent, milestones }: Notified = {},
): EventDraft {
  const about = { id: record._id, post_type: record.postType, name: record.name, version: record.version };
  const { fields = [], silent = false, occasion } = written ?? {};
  const data = {
    record: about,
    visibility: visibilityOf(record),
    written: fields,
    silent: silent || isSilent === true,
    ...(audience && { audience }),
    ...(milestones !== undefined && changed.some(({ field }) => field.key === milestones) && { milestones }),
    ...(occasion && { occasion }),
  };
  const deltas: Changes = Object.fromEntries(
    changed.map(({ field, before, after }) => [field.key, field.type.write.delta(before, after)]),
  );
  return {
    entity: 'record',
    verb,
    postType: record.postType,
    subject: `${record.postType}/${record._id}`,
    data: { ...data, changed: deltas },
    // Computed on demand: few events are so large that they need it.
    withoutValues: () => ({ ...data, changed: smallOnes(deltas) }),
  };
}

/** The same changes, with empty values for large ones. */
function smallOnes(changes: Changes): Changes {
  let bytes = 0;
  const shortened = Object.entries(changes).map(([key, change]) => {
    const size = Buffer.byteLength(JSON.stringify(change));
    const isKept = size <= kept.ofOne && bytes + size <= kept.together;
    if (isKept) bytes += size;
    return [key, isKept ? change : { added: [], removed: [] }] as const;
  });
  return Object.fromEntries(shortened);
}

/** The properties on which a record's visibility depends, for events and the search index. */
export function visibilityOf(record: Pick<RecordDocument, 'sharedWith' | 'fields'>) {
  const { type, sources } = record.fields;
  return {
    shared_with: [...record.sharedWith],
    type: typeof type === 'string' ? type : '',
    sources: Array.isArray(sources) ? sources.map(String) : [],
  };
}

/** The users who may have to be notified of a change, as far as the record itself determines them. */
export function audienceOf(
  { sharedWith, fields, linkTerms: links }: Pick<RecordDocument, 'sharedWith' | 'fields' | 'linkTerms'>,
  postType: PostType,
): Audience {
  const shared = new Set(sharedWith);
  const unfollowing = new Set(followListOf(fields, 'unfollow'));
  const asking = followListOf(fields, 'follow').filter((userId) => !shared.has(userId));
  const assignee = postType.fields.get('assigned_to')?.type.name === 'user_select' && fields['assigned_to'];
  const subassigned = postType.fields.get('subassigned');
  const { followed_by_all: all } = postType.notifications;
  const isConnection = subassigned?.type.storage === 'edges';
  return {
    following: sharedWith.filter((userId) => !unfollowing.has(userId)),
    asking: asking.filter((userId) => !unfollowing.has(userId)),
    unfollowing: [...unfollowing],
    assigned_to: typeof assignee === 'number' ? assignee : 0,
    subassigned: isConnection ? linkedIn(links ?? [], endOf(subassigned)) : [],
    ...(typeof fields['type'] === 'string' && { type: fields['type'] }),
    ...(all && holdsOption({ fields }, all.records) && { followed_by_all: all.capability }),
  };
}

/** The users who may have to be notified of a record, whichever modules are on; undefined for a type that is no longer declared. */
export function recordAudience(
  record: Pick<RecordDocument, 'postType' | 'sharedWith' | 'fields' | 'linkTerms'>,
  { postTypes }: { readonly postTypes: Pick<PostTypes, 'withAllModules'> },
): Audience | undefined {
  const postType = postTypes.withAllModules(record.postType);
  return postType && audienceOf(record, postType);
}

/** The users who may have to be notified of a change of a record, whichever modules are on; empty for a type that is no longer declared. */
export function notifiedOf(
  record: RecordDocument,
  { postTypes }: { readonly postTypes: Pick<PostTypes, 'withAllModules'> },
): Notified {
  const postType = postTypes.withAllModules(record.postType);
  if (!postType) return {};
  const { unannounced, milestones } = postType.notifications;
  return { audience: audienceOf(record, postType), isSilent: holdsOption(record, unannounced), milestones };
}

type Wish = 'follow' | 'unfollow' | 'default';

/** An event for each user whose follow setting changed. */
export function followEvents({ read, record }: Revision): EventDraft[] {
  const before = wishesIn(read);
  const after = wishesIn(record);
  const users = [...new Set([...before.keys(), ...after.keys()])];
  return users.flatMap((userId) => {
    const wish = after.get(userId) ?? 'default';
    if (wish === (before.get(userId) ?? 'default')) return [];
    return userEvent({ entity: 'follow', verb: 'updated' }, record, { user_id: userId, wish });
  });
}

function wishesIn(record: RecordDocument | undefined): ReadonlyMap<number, Wish> {
  if (!record) return new Map();
  const asked = (wish: 'follow' | 'unfollow') =>
    followListOf(record.fields, wish).map((userId): [number, Wish] => [userId, wish]);
  return new Map([...asked('follow'), ...asked('unfollow')]);
}

/** An event about a user of a record: a share, or whether they ask to follow it. */
export function userEvent(
  { entity, verb }: Pick<EventDraft, 'verb'> & { readonly entity: 'share' | 'follow' },
  { _id: id, postType, name, version }: RecordDocument,
  about: { readonly user_id: number } & Readonly<Record<string, unknown>>,
): EventDraft {
  const data = { [entity]: { post_type: postType, record_id: id, record_name: name, version, ...about } };
  return { entity, verb, postType, subject: `${postType}/${id}`, data, withoutValues: () => data };
}
