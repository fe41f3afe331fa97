import type { ListFiltersDeclaration } from '@svc/contracts';
import { assignedToMe, favoriteAndRecent } from './common-filters.ts';

/** The list page of a post type for which nobody declares a tab. */
export function standardFilters(labelPlural: string, isAssigned: boolean): Required<ListFiltersDeclaration> {
  const mine = {
    id: 'my_all',
    tab: 'all',
    name: assignedToMe.name,
    query: { assigned_to: ['me'], sort: 'name' },
    labels: [assignedToMe],
  };
  return {
    tabs: { all: { label: 'All', order: 10, counted_by: 'all' } },
    filters: [
      { id: 'all', tab: 'all', name: `All ${labelPlural}`, query: { sort: '-post_date' } },
      ...favoriteAndRecent('all', labelPlural),
      ...(isAssigned ? [mine] : []),
    ],
  };
}
