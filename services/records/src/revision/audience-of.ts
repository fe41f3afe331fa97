import type { Audience } from '@svc/contracts';
import { linkedIn } from '../model/links.ts';
import { endOf } from '../model/side.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { followListOf } from '../fields/user-select/follow-list.ts';

/** Who may have to be told of a change of a record, as the record itself says. */
export function audienceOf({ sharedWith, fields, links }: RecordDocument, postType: PostType): Audience {
  const shared = new Set(sharedWith);
  const unfollowing = new Set(followListOf(fields, 'unfollow'));
  const asking = followListOf(fields, 'follow').filter((userId) => !shared.has(userId));
  const assignee = postType.fields.get('assigned_to')?.type.name === 'user_select' && fields['assigned_to'];
  const subassigned = postType.fields.get('subassigned');
  const isConnection = subassigned?.type.keptIn === 'edges';
  return {
    following: sharedWith.filter((userId) => !unfollowing.has(userId)),
    asking: asking.filter((userId) => !unfollowing.has(userId)),
    unfollowing: [...unfollowing],
    assigned_to: typeof assignee === 'number' ? assignee : 0,
    subassigned: isConnection ? linkedIn(links ?? [], endOf(subassigned)) : [],
    ...(typeof fields['type'] === 'string' && { type: fields['type'] }),
  };
}
