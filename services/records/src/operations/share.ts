import { recordsShare } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { sharedInHistory } from '../revision/record-shares.ts';
import { changeShare, type SharePorts } from '../write/commit-shares.ts';

const refusal = { code: 'add_shared', message: 'You do not have permission for this' } as const;

/** Shares a record with a user, who is notified. Callers who may update a record may share it with any user (docs/guides/sharing.md). */
export const share = defineHandler(recordsShare, (call, deps: SharePorts) => {
  const { user_id: userId } = call.input;
  return changeShare(call, deps, refusal, (revision) => {
    const shared = sharedInHistory(revision, [userId]);
    return shared === revision ? revision : { ...shared, notifiedUsers: [userId] };
  });
});
