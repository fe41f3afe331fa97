import { usersResolve } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { audienceOf } from '../revision/record-event.ts';

/** Maximum number of users in one request to the users service. */
const maxAsked = 1_000;

/**
 * The followers of a record (docs/sharing.md#who-follows-a-record): users with whom it is shared, and users who ask to follow it and may
 * view every record of the type; without users who ask not to. Its assignee always follows it.
 */
export async function followersOf(
  call: Pick<Call, 'ask'>,
  postType: PostType,
  record: RecordDocument,
): Promise<number[]> {
  const { following, asking, assigned_to: assignee } = audienceOf(record, postType);
  const users = [...following, ...(await viewersAmong(call, postType, asking))];
  return [...new Set([...users, ...(assignee > 0 ? [assignee] : [])])];
}

async function viewersAmong(
  { ask }: Pick<Call, 'ask'>,
  { key }: PostType,
  userIds: readonly number[],
): Promise<number[]> {
  const viewers = new Set<number>();
  for (let start = 0; start < userIds.length; start += maxAsked) {
    const asked = userIds.slice(start, start + maxAsked);
    const { users } = await ask(usersResolve, { user_ids: asked, emails: [], capability: `view_any_${key}` });
    for (const { id, eligible } of users) if (eligible) viewers.add(id);
  }
  return userIds.filter((userId) => viewers.has(userId));
}
