import {
  recordsCompact,
  recordsLocationCounts,
  recordsLocationNames,
  recordsLocationsChanged,
  recordsSearchLocations,
} from '@svc/contracts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';

/** Places, and people groups, which clients request together with them (docs/locations.md). */
export const placesEndpoints: readonly Endpoint[] = [
  defineEndpoint({
    route: 'GET /{ns}/v1/mapping_module/search_location_grid_by_name',
    access: 'caller',
    operation: recordsSearchLocations,
    input: ({ fromQuery }) => fromQuery('s', 'filter'),
  }),
  defineEndpoint({
    route: 'GET /{ns}/v1/mapping_module/location_counts',
    access: 'caller',
    operation: recordsLocationCounts,
    input: ({ query: { post_type: postType, parent, ...query } }) => ({ post_type: postType, parent, query }),
  }),
  defineEndpoint({
    route: 'GET /{ns}-mobile-app/v1/locations',
    access: 'caller',
    tag: 'stored',
    operation: recordsLocationNames,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'GET /{ns}-mobile-app/v1/location-data',
    access: 'caller',
    tag: 'stored',
    operation: recordsLocationsChanged,
    input: () => ({}),
  }),
  defineEndpoint({
    route: 'GET /{ns}/v1/people-groups/compact',
    access: 'caller',
    operation: recordsCompact,
    input: ({ query }) => ({ post_type: 'peoplegroups', s: query['s'] }),
  }),
];
