import type { ListFilterDeclaration, ListFiltersDeclaration } from '@svc/contracts';
import { assignedToMe, favoriteAndRecent } from '../../post-types/common-filters.ts';

/** One filter per status, and below the active one a filter per type. */
function byStatus(
  prefix: 'my' | 'all',
  tab: string,
  { conditions = {}, labels = [] }: Pick<ListFilterDeclaration, 'labels'> & { conditions?: object } = {},
): ListFilterDeclaration {
  const active = { ...conditions, group_status: ['active'] };
  const below = { tab, labels, subfilter: 1, hide_empty: true };
  return {
    id: prefix,
    each: 'group_status',
    tab,
    labels,
    hide_empty: true,
    query: { ...conditions, sort: 'group_type' },
    below: {
      active: [
        {
          ...below,
          id: `${prefix}_update_needed`,
          name: 'Requires Update',
          query: { ...active, requires_update: [true] },
          labels: [{ name: 'Requires Update', field: 'requires_update' }, ...labels],
        },
        { ...below, id: prefix, each: 'group_type', query: { ...active, sort: 'name' } },
      ],
    },
  };
}

const mine = { conditions: { assigned_to: ['me'] }, labels: [assignedToMe] };

/** The list page of groups. */
export const groupFilters = {
  tabs: {
    all: { label: 'All', order: 10, counted_by: 'all' },
    assigned_to_me: { label: 'Assigned to me', order: 20, counted_by: 'my_all' },
  },
  filters: [
    {
      id: 'my_all',
      tab: 'assigned_to_me',
      name: 'All',
      query: { assigned_to: ['me'], sort: 'group_status' },
      labels: [assignedToMe],
    },
    byStatus('my', 'assigned_to_me', mine),
    { id: 'all', tab: 'all', name: 'All', query: { sort: 'group_type' } },
    ...favoriteAndRecent('all', 'Groups'),
    byStatus('all', 'all'),
  ],
} satisfies ListFiltersDeclaration;
