import {
  type Actor,
  type ListFilter,
  recordsCountLists,
  recordsListFilters,
  savedFiltersTab,
  usersFilters,
} from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { FilterStore, SavedFilter } from '../../filters/filter-store.ts';

/** The filters on the caller's list page of a type: declared and saved ones. */
export const filters = defineHandler(usersFilters, async (call, deps: Deps<'filters'>) => {
  const { post_type: postType, dialect } = call.input;
  if (postType === undefined || postType === '') return [];
  const saved = (await savedBy(call.actor, postType, deps.filters)).map(toFilter);
  const queries = saved.map(({ query }) => query);
  const [offered, { lists }] = await Promise.all([
    call.ask(recordsListFilters, { post_type: postType, dialect }),
    queries.length > 0
      ? call.ask(recordsCountLists, { post_type: postType, queries, dialect })
      : { lists: [] },
  ]);
  const own = new Set(saved.map(({ ID }) => ID));
  return {
    tabs: offered.tabs,
    // A saved filter replaces the declared filter with the same ID.
    filters: [
      ...offered.filters.filter(({ ID }) => !own.has(ID)),
      ...saved.map((filter, place) => withCount(filter, lists[place]?.count)),
    ],
  };
});

async function savedBy(actor: Actor, postType: string, store: FilterStore): Promise<readonly SavedFilter[]> {
  return actor.kind === 'user' ? store.all({ userId: actor.userId, postType }) : [];
}

/** The front end shows a filter that is visible and not hidden; both are as the client saved them. */
const shownByDefault = { visible: '1', type: 'default', hidden: false };

function toFilter({ id, content }: SavedFilter): ListFilter {
  const filter = JSON.parse(content) as Pick<ListFilter, 'name' | 'query'> &
    Partial<Pick<ListFilter, 'labels'>>;
  const { name, labels = [{ id, name }] } = filter;
  return { ...shownByDefault, ...filter, ID: id, tab: savedFiltersTab, labels };
}

function withCount(filter: ListFilter, count: number | null | undefined): ListFilter {
  return typeof count === 'number' ? { ...filter, count } : filter;
}
