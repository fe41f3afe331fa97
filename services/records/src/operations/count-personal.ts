import { recordsCountPersonal } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { countHiddenPersonal } from '../read/personal-records.ts';
import type { ReadDeps } from '../read/read-deps.ts';

/** The number of personal records shared with a user that the caller may not view. */
export const countPersonal = defineHandler(recordsCountPersonal, async (call, deps: ReadDeps) => ({
  count: await countHiddenPersonal(call, deps, { sharedWith: call.input.user_id }),
}));
