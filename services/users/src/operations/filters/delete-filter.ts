import { ServiceError, usersDeleteFilter } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';

/** Deletes a filter of the caller. Whether other users have a filter with this id is not revealed. */
export const deleteFilter = defineHandler(usersDeleteFilter, async (call, deps: Deps<'filters'>) => {
  const { post_type: postType = '', id = '' } = call.input;
  if (postType === '' || id === '') throw new ServiceError('missing_error', 'Missing filters');
  return deps.filters.delete(call, { userId: callingUser(call.actor), postType }, String(id).trim());
});
