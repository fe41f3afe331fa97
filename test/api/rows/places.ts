import { refusal, type Row } from '../row.ts';

const mapping = 'svc/v1/mapping_module';

/** Places; what they find is in places.test.ts. */
export const placeRows: readonly Row[] = [
  {
    name: 'places that nobody knows',
    request: `GET ${mapping}/search_location_grid_by_name?s=no+such+place&filter=all&field=location_grid`,
    status: 200,
    body: { location_grid: [], total: '0' },
  },
  {
    name: 'how many contacts lie in the world',
    request: `GET ${mapping}/location_counts?post_type=contacts`,
    status: 200,
    body: { parent: { grid_id: 1, name: 'World', level: 'world', count: 0 } },
  },
  {
    name: 'counts of an unknown type',
    request: `GET ${mapping}/location_counts?post_type=hats`,
    status: 400,
    body: refusal('rest_invalid_param', /post_type/),
  },
  {
    name: 'people groups to pick from',
    request: 'GET svc/v1/people-groups/compact?s=no+such+people',
    status: 200,
    body: { total: 0, posts: [] },
  },
];
