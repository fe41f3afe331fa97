import { inEnglish, recordsCountLists, ServiceError, usersImportFilters } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { readFilter } from '../../filters/read-filter.ts';

/** Saves a user's filters from another installation, unless a filter with the same id exists. */
export const importFilters = defineHandler(usersImportFilters, async (call, deps: Deps<'filters'>) => {
  const { user_id: userId, post_type: postType, filters: given } = call.input;
  const place = { userId, postType };
  const known = new Set((await deps.filters.all(place)).map(({ id }) => id));
  const problems: { index: number; reason: string }[] = [];
  let saved = 0;
  for (const [index, each] of given.entries()) {
    try {
      const { filter, query } = readFilter(each);
      if (known.has(filter.id)) continue;
      const asked = {
        post_type: postType,
        queries: [query],
        only_check: true,
        dialect: 'reference' as const,
      };
      const [checked] = (await call.ask(recordsCountLists, asked)).lists;
      if (checked?.problem) throw new ServiceError('fields_to_sql', checked.problem.message);
      await deps.filters.save({ ...call, claim: undefined }, place, filter);
      saved += 1;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      problems.push({ index, reason: inEnglish(error.message) });
    }
  }
  return { saved, problems };
});
