import type { EventDraft } from '@svc/service-kit';
import type { RecordDocument } from '../model/record.ts';
import type { Revision } from './revision.ts';
import { followListOf } from '../fields/user-select/follow-list.ts';

type Wish = 'follow' | 'unfollow' | 'default';

/** An event for each user who asks for something else than before. */
export function followEvents({ read, record }: Revision): EventDraft[] {
  const before = wishesIn(read);
  const after = wishesIn(record);
  const users = [...new Set([...before.keys(), ...after.keys()])];
  return users.flatMap((userId) => {
    const wish = after.get(userId) ?? 'default';
    return wish === (before.get(userId) ?? 'default') ? [] : [followEvent(record, userId, wish)];
  });
}

function wishesIn(record: RecordDocument | undefined): ReadonlyMap<number, Wish> {
  if (!record) return new Map();
  const asked = (wish: 'follow' | 'unfollow') =>
    followListOf(record.fields, wish).map((userId): [number, Wish] => [userId, wish]);
  return new Map([...asked('follow'), ...asked('unfollow')]);
}

function followEvent(record: RecordDocument, userId: number, wish: Wish): EventDraft {
  const { _id: id, postType, name, version } = record;
  const about = { post_type: postType, record_id: id, record_name: name, user_id: userId, version, wish };
  const data = { follow: about };
  return {
    entity: 'follow',
    verb: 'updated',
    postType,
    subject: `${postType}/${id}`,
    data,
    withoutValues: () => data,
  };
}
