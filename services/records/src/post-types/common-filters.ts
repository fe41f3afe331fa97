import { savedFiltersTab, type ListFilterDeclaration, type ListFiltersDeclaration } from '@svc/contracts';

/** What every list page has: a place for saved filters, and what others have shared. */
export const commonFilters = {
  tabs: { [savedFiltersTab]: { label: 'Custom Filters', order: 99 } },
  filters: [
    {
      id: 'my_shared',
      tab: savedFiltersTab,
      name: 'Shared with me',
      query: { shared_with: ['me'], sort: 'name' },
      labels: [{ id: 'me', name: 'Shared with me', field: 'shared_with' }],
    },
  ],
} satisfies ListFiltersDeclaration;

/** What the caller has marked, and what it has looked at last. */
export function favoriteAndRecent(tab: string, labelPlural: string): ListFilterDeclaration[] {
  return [
    {
      id: 'favorite',
      tab,
      name: `Favorite ${labelPlural}`,
      query: { fields: { favorite: ['1'] }, sort: 'name' },
      labels: [{ id: '1', name: 'Favorite', field: 'favorite' }],
    },
    {
      id: 'recent',
      tab,
      name: 'My Recently Viewed',
      query: { dt_recent: true },
      labels: [{ id: 'recent', name: 'Last 30 viewed' }],
    },
  ];
}

/** The label of a condition that records are assigned to the caller. */
export const assignedToMe = { id: 'me', name: 'Assigned to me', field: 'assigned_to' };
