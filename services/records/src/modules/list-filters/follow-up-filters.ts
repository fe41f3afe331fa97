import { savedFiltersTab, type ListFilterDeclaration, type ListFiltersDeclaration } from '@svc/contracts';
import { assignedToMe } from '../../post-types/common-filters.ts';

/** Contacts of type access that are assigned or subassigned to the caller. `combine` has no effect, so the OR is in `fields`. */
const mine = [{ assigned_to: ['me'], subassigned: ['me'] }, { type: ['access'] }];
const mineInWords = [assignedToMe, { id: 'me', name: 'Sub-assigned to me', field: 'subassigned' }];
const active = { overall_status: ['active'] };
const updateNeeded = { requires_update: [true] };

const forMe = { tab: 'default', labels: mineInWords };
const belowMine = { ...forMe, subfilter: 2, hide_empty: true };

const myFilters: ListFilterDeclaration[] = [
  {
    ...forMe,
    id: 'my_all',
    name: 'My Assigned Contacts',
    query: { fields: [...mine, { overall_status: ['-closed'] }], sort: 'overall_status' },
  },
  {
    ...forMe,
    id: 'my',
    each: 'overall_status',
    query: { fields: mine, sort: 'seeker_path' },
    subfilter: 1,
    hide_empty: true,
    below: {
      active: [
        {
          ...belowMine,
          id: 'my_update_needed',
          name: 'Requires Update',
          query: { fields: [...mine, active, updateNeeded], sort: 'seeker_path' },
          labels: [{ name: 'Requires Update', field: 'requires_update' }, ...mineInWords],
        },
        {
          ...belowMine,
          id: 'my',
          each: 'seeker_path',
          query: { fields: [...mine, active], sort: 'name' },
        },
      ],
    },
  },
];

/** Filters for callers who see contacts that nobody has shared with them. */
const forDispatch = {
  tab: 'all_dispatch',
  capabilities: ['dt_all_access_contacts', 'access_specific_sources'],
};
const belowDispatch = { ...forDispatch, subfilter: 1, hide_empty: true };
const access = { type: ['access'] };

const dispatchFilters: ListFilterDeclaration[] = [
  {
    ...forDispatch,
    id: 'all_dispatch',
    name: 'All Follow-Up',
    query: { overall_status: ['-closed'], ...access, sort: 'overall_status' },
  },
  {
    ...forDispatch,
    id: 'all',
    each: 'overall_status',
    query: { ...access, sort: 'seeker_path' },
    hide_empty: true,
    below: {
      active: [
        {
          ...belowDispatch,
          id: 'all_update_needed',
          name: 'Requires Update',
          query: { ...active, ...updateNeeded, ...access, sort: 'seeker_path' },
        },
        { ...belowDispatch, id: 'all', each: 'seeker_path', query: { ...active, ...access, sort: 'name' } },
      ],
    },
  },
];

/** The filters that the follow-up module adds to the list page of contacts. */
export const followUpFilters = {
  tabs: { all_dispatch: { label: 'Follow-Up Contacts', order: 10, counted_by: 'all_dispatch' } },
  filters: [
    {
      id: 'my_subassigned',
      tab: savedFiltersTab,
      name: 'Subassigned only',
      query: { subassigned: ['me'], sort: 'overall_status' },
      labels: [{ id: 'me', name: 'Subassigned only', field: 'subassigned' }],
    },
    ...myFilters,
    ...dispatchFilters,
  ],
} satisfies ListFiltersDeclaration;
