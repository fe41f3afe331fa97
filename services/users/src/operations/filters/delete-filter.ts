import { ServiceError, usersDeleteFilter } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { filterOwner } from '../../filters/filter-owner.ts';
import type { FilterDeps } from './filter-deps.ts';

/** Deletes a filter of the caller. Whether other users have a filter with this id is not revealed. */
export const deleteFilter = defineHandler(usersDeleteFilter, async (call, deps: FilterDeps) => {
  const { post_type: postType = '', id = '' } = call.input;
  if (postType === '' || id === '') throw new ServiceError('missing_error', 'Missing filters');
  return deps.filters.delete(call, { userId: filterOwner(call.actor), postType }, String(id).trim());
});
