import { recordsUnshare } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { commitShares } from '../sharing/commit-shares.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { refuseUnknownUser } from '../sharing/refuse-unknown-user.ts';
import { unshared } from '../revision/shared-in-history.ts';

/** Ends the sharing of a record with any user, the caller, its creator and its assignee included. */
export const unshare = defineHandler(recordsUnshare, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get(call.input.post_type).key;
  const { id, user_id: userId } = call.input;
  const refusal = { code: 'remove_shared', message: 'You do not have permission to unshare' } as const;
  const load = () => loadOrRefuse(call, deps, { postType, id, action: 'update', ...refusal });
  await refuseUnknownUser(call, deps, await load(), userId);
  return commitShares(call, deps, {
    id,
    load,
    change: (revision) => unshared(revision, userId),
    answer: 1 as const,
  });
});
