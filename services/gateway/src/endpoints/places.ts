import {
  recordsCompact,
  recordsDrilldown,
  recordsLocationCounts,
  recordsLocationNames,
  recordsLocationsChanged,
  recordsSearchLocations,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { constant, firstOf, fromQuery, inBody, inQuery, theDialect, wholeQuery } from './input-sources.ts';

/** Places, and people groups, which clients request together with them (docs/guides/locations.md). */
export const placesEndpoints: readonly Endpoint[] = [
  forCallers(
    'GET /{ns}/v1/mapping_module/search_location_grid_by_name',
    recordsSearchLocations,
    fromQuery('s', 'filter'),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    forCallers(`${method} /{ns}/v1/mapping_module/get_drilldown`, recordsDrilldown, {
      grid_id: firstOf(inBody('grid_id'), inQuery('grid_id')),
    }),
  ),
  forCallers('GET /{ns}/v1/mapping_module/location_counts', recordsLocationCounts, {
    ...fromQuery('post_type', 'parent'),
    query: wholeQuery,
  }),
  forCallers('GET /{ns}-mobile-app/v1/locations', recordsLocationNames, {}, { tag: 'stored' }),
  forCallers('GET /{ns}-mobile-app/v1/location-data', recordsLocationsChanged, {}, { tag: 'stored' }),
  forCallers('GET /{ns}/v1/people-groups/compact', recordsCompact, {
    post_type: constant('peoplegroups'),
    ...fromQuery('s'),
    dialect: theDialect,
  }),
];
