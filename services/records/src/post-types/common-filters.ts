import { savedFiltersTab, type ListFilterDeclaration, type ListFiltersDeclaration } from '@svc/contracts';

/** Tabs and filters of every list page: the tab for saved filters, and records shared with the caller. */
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

/** Filters for the caller's favorites and last viewed records. */
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

/** The label of the condition that a record is assigned to the caller. */
export const assignedToMe = { id: 'me', name: 'Assigned to me', field: 'assigned_to' };
