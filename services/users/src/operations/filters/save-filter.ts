import { recordsCountLists, ServiceError, usersSaveFilter } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { readFilter } from '../../filters/read-filter.ts';
import { callingUser } from '../../profile/calling-user.ts';

/** Saves a filter after checking that the caller can list with its query. */
export const saveFilter = defineHandler(usersSaveFilter, async (call, deps: Deps<'filters'>) => {
  const { post_type: postType = '', filter: given, dialect } = call.input;
  if (postType === '' || given === undefined || given === null)
    throw new ServiceError('missing_error', 'Missing filters');
  const userId = callingUser(call.actor);
  const { filter, query } = readFilter(given);
  const asked = { post_type: postType, queries: [query], only_check: true, dialect };
  const [checked] = (await call.ask(recordsCountLists, asked)).lists;
  if (checked?.problem) {
    const { message, key } = checked.problem;
    throw new ServiceError('fields_to_sql', message, { data: { key } });
  }
  return deps.filters.save(call, { userId, postType }, filter);
});
