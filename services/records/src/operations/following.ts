import { can, recordsFollowing, msg, ServiceError, usersResolve } from '@svc/contracts';
import { defineHandler, inBatches, type Call } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { audienceOf } from '../revision/record-event.ts';
import type { ReadDeps } from '../read/read-deps.ts';

/** Maximum number of users in one request to the users service. */
const maxAsked = 1_000;

/**
 * The ids of the followers of a record that the caller may view (docs/guides/sharing.md#followers): users with whom it is shared, and
 * users who ask to follow it and may view every record of the type; without users who ask not to. Its assignee always follows it.
 */
export const following = defineHandler(recordsFollowing, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const code = 'get_users_following_post';
  const message = msg`You do not have access to: ${postType.key}`;
  if (!can(call.actor, `access_${postType.key}`)) throw new ServiceError(code, message);
  const wanted = { postType: postType.key, id: call.input.id, action: 'view' } as const;
  const record = await loadOrRefuse(call, deps, { ...wanted, code, message });
  const { following: users, asking, assigned_to: assignee } = audienceOf(record, postType);
  const viewers = await viewersAmong(call, postType, asking);
  return [...new Set([...users, ...viewers, ...(assignee > 0 ? [assignee] : [])])];
});

async function viewersAmong(
  { ask }: Pick<Call, 'ask'>,
  { key }: PostType,
  userIds: readonly number[],
): Promise<number[]> {
  const viewers = new Set<number>();
  for (const asked of inBatches(userIds, maxAsked)) {
    const { users } = await ask(usersResolve, { user_ids: asked, emails: [], capability: `view_any_${key}` });
    for (const { id, eligible } of users) if (eligible) viewers.add(id);
  }
  return userIds.filter((userId) => viewers.has(userId));
}
