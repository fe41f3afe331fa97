import { can, recordsListFilters, savedFiltersTab, type ListFilter } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { countLists } from '../../lists/count-lists.ts';
import { listedType } from '../../lists/asked-list.ts';
import { toReference } from '../../query/reference-dialect.ts';
import { offeredFilters } from '../../post-types/offered-filters.ts';
import type { PostType } from '../../model/post-type.ts';

/** The tabs and filters of a list page for the caller. */
export const listFilters = defineHandler(recordsListFilters, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  const offered = offeredFilters(postType).filter(
    ({ capabilities }) => !capabilities || capabilities.some((capability) => can(call.actor, capability)),
  );
  const counts = await countLists(call, deps, postType, { queries: offered.map(({ query }) => query) });
  const filters = offered.flatMap(({ capabilities: _capabilities, hideEmpty, ...filter }, place) => {
    const { count = null, problem } = counts[place] ?? {};
    // A query with a field of a module that is off is invalid for now.
    if (problem || (hideEmpty && count === 0)) return [];
    const query = call.input.dialect === 'reference' ? toReference(filter.query) : filter.query;
    return [{ ...filter, query, ...(count === null ? {} : { count }) }];
  });
  return { tabs: tabsOf(postType, filters), filters };
});

/** Tabs in their order, without those that contain no filter for the caller. */
function tabsOf({ listFilters: { tabs } }: PostType, filters: readonly ListFilter[]) {
  const shown = [...tabs].filter(
    ([key]) => key === savedFiltersTab || filters.some(({ tab }) => tab === key),
  );
  return shown
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([key, { label, order, counted_by: countedBy }]) => {
      const count = filters.find(({ ID }) => ID === countedBy)?.count;
      return { key, label, order, ...(count === undefined ? {} : { count }) };
    });
}
