import {
  recordsCompact,
  recordsLocationCounts,
  recordsLocationNames,
  recordsLocationsChanged,
  recordsSearchLocations,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';

/** Places, and people groups, which clients request together with them (docs/guides/locations.md). */
export const placesEndpoints: readonly Endpoint[] = [
  forCallers(
    'GET /{ns}/v1/mapping_module/search_location_grid_by_name',
    recordsSearchLocations,
    ({ fromQuery }) => fromQuery('s', 'filter'),
  ),
  forCallers(
    'GET /{ns}/v1/mapping_module/location_counts',
    recordsLocationCounts,
    ({ query: { post_type: postType, parent, ...query } }) => ({ post_type: postType, parent, query }),
  ),
  forCallers('GET /{ns}-mobile-app/v1/locations', recordsLocationNames, () => ({}), { tag: 'stored' }),
  forCallers('GET /{ns}-mobile-app/v1/location-data', recordsLocationsChanged, () => ({}), { tag: 'stored' }),
  forCallers('GET /{ns}/v1/people-groups/compact', recordsCompact, ({ query }) => ({
    post_type: 'peoplegroups',
    s: query['s'],
  })),
];
