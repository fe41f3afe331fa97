import { can, recordsFollowing, msg, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { followersOf } from '../sharing/followers.ts';
import { loadOrRefuse } from '../read/load-record.ts';

/** The ids of the followers of a record that the caller may view. */
export const following = defineHandler(recordsFollowing, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const code = 'get_users_following_post';
  const message = msg`You do not have access to: ${postType.key}`;
  if (!can(call.actor, `access_${postType.key}`)) throw new ServiceError(code, message);
  const wanted = { postType: postType.key, id: call.input.id, action: 'view' } as const;
  return followersOf(call, postType, await loadOrRefuse(call, deps, { ...wanted, code, message }));
});
