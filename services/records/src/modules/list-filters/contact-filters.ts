import type { ListFiltersDeclaration } from '@svc/contracts';
import { favoriteAndRecent } from '../../post-types/common-filters.ts';

/** The list page of contacts, without the filters of the follow-up module. */
export const contactFilters = {
  tabs: { default: { label: 'Default Filters', order: 7 } },
  filters: [
    {
      id: 'all_my_contacts',
      tab: 'default',
      name: 'All Contacts',
      query: { sort: '-post_date' },
      labels: [{ id: 'all', name: 'All Contacts I can view' }],
    },
    ...favoriteAndRecent('default', 'Contacts'),
    {
      id: 'personal',
      tab: 'default',
      name: 'Personal',
      query: { type: ['personal'], overall_status: ['-closed'], sort: 'name' },
      hide_empty: true,
    },
    {
      id: 'placeholder',
      tab: 'default',
      name: 'Connected Contacts',
      query: { type: ['placeholder'], overall_status: ['-closed'], sort: 'name' },
    },
  ],
} satisfies ListFiltersDeclaration;
