import { usersResolve } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { PostType } from '../post-types/post-type.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { followListOf } from './follow-list.ts';

/** So many users one question to users takes. */
const mostAsked = 1_000;

/**
 * Who follows a record (facts of following): whom it is shared with, and who asks to follow and may view every record of the type;
 * without those who ask not to. Who is responsible for it follows it in any case.
 */
export async function followersOf(
  call: Pick<Call, 'ask'>,
  postType: PostType,
  { sharedWith, fields }: RecordDocument,
): Promise<number[]> {
  const shared = new Set(sharedWith);
  const asking = followListOf(fields, 'follow').filter((userId) => !shared.has(userId));
  const unfollowing = new Set(followListOf(fields, 'unfollow'));
  const following = [...sharedWith, ...(await viewersAmong(call, postType, asking))];
  const assignee = postType.fields.get('assigned_to')?.type.name === 'user_select' && fields['assigned_to'];
  const users = following.filter((userId) => !unfollowing.has(userId));
  return [...new Set([...users, ...(typeof assignee === 'number' ? [assignee] : [])])];
}

async function viewersAmong(
  { ask }: Pick<Call, 'ask'>,
  { key }: PostType,
  userIds: readonly number[],
): Promise<number[]> {
  const viewers = new Set<number>();
  for (let start = 0; start < userIds.length; start += mostAsked) {
    const asked = userIds.slice(start, start + mostAsked);
    const { users } = await ask(usersResolve, { user_ids: asked, emails: [], capability: `view_any_${key}` });
    for (const { id, eligible } of users) if (eligible) viewers.add(id);
  }
  return userIds.filter((userId) => viewers.has(userId));
}
