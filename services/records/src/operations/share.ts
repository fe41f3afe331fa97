import { recordsShare } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { commitShares } from '../sharing/commit-shares.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { refuseUnknownUser } from '../sharing/refuse-unknown-user.ts';
import { sharedInHistory } from '../revision/shared-in-history.ts';

/** Shares a record with a user, who is notified. Callers who may update a record may share it with any user (docs/sharing.md). */
export const share = defineHandler(recordsShare, async (call, deps: WriteDeps) => {
  const postType = deps.postTypes.get(call.input.post_type).key;
  const { id, user_id: userId } = call.input;
  const refusal = { code: 'add_shared', message: 'You do not have permission for this' } as const;
  const load = () => loadOrRefuse(call, deps, { postType, id, action: 'update', ...refusal });
  await refuseUnknownUser(call, deps, await load(), userId);
  return commitShares(call, deps, {
    id,
    load,
    change(revision) {
      const shared = sharedInHistory(revision, [userId]);
      return shared === revision ? revision : { ...shared, notifiedUsers: [userId] };
    },
    answer: 1 as const,
  });
});
