import { recordsCollaborators } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';

/** Users who share at least one record with the caller. */
export const collaborators = defineHandler(recordsCollaborators, async (call, deps: ListDeps) => {
  if (call.actor.userId === 0) return { user_ids: [] };
  const userIds = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records.distinct('sharedWith', { sharedWith: call.actor.userId }, { maxTimeMS }),
  );
  return { user_ids: userIds.map(Number) };
});
