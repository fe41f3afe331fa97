import { ServiceError, usersDeleteFilter } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { callingUser } from '../../profile/calling-user.ts';
import type { FilterDeps } from '../operation-deps.ts';

/** Deletes a filter of the caller. Whether other users have a filter with this id is not revealed. */
export const deleteFilter = defineHandler(usersDeleteFilter, async (call, deps: FilterDeps) => {
  const { post_type: postType = '', id = '' } = call.input;
  if (postType === '' || id === '') throw new ServiceError('missing_error', 'Missing filters');
  return deps.filters.delete(call, { userId: callingUser(call.actor), postType }, String(id).trim());
});
