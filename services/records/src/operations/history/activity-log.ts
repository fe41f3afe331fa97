import { recordsActivityLog } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { userActivity } from '../../history/user-activity.ts';
import type { ReadDeps } from '../../read/read-deps.ts';

/** The caller's latest actions on records that they may still view; newest first. */
export const activityLog = defineHandler(recordsActivityLog, async (call, deps: ReadDeps) => {
  const { userId } = call.actor;
  return userId === 0 ? [] : userActivity(call, deps, userId);
});
