import { refusal, type Row } from '../row.ts';

const mapping = 'svc/v1/mapping_module';
const noPlaces = refusal('search_location_grid_by_name', 'No permissions to read locations');
const paths = [
  `${mapping}/search_location_grid_by_name?s=x`,
  `${mapping}/location_counts?post_type=contacts`,
  'svc-mobile-app/v1/locations',
  'svc-mobile-app/v1/location-data',
];

/** Places; what they find is in places.test.ts. */
export const placeRows: readonly Row[] = [
  {
    name: 'places that nobody knows',
    request: `GET ${mapping}/search_location_grid_by_name?s=no+such+place&filter=all&field=location_grid`,
    status: 200,
    body: { location_grid: [], total: '0' },
  },
  {
    name: 'used places that nobody knows',
    request: `GET ${mapping}/search_location_grid_by_name/?s=no+such+place&filter=used`,
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
  ...paths.flatMap((path): Row[] => [
    {
      name: `${path} is not for users without rights`,
      request: `GET ${path}`,
      as: 'reg',
      status: 403,
      body: noPlaces,
    },
    {
      name: `${path} asks who wants it`,
      request: `GET ${path}`,
      as: 'stranger',
      status: 401,
      body: refusal('rest_cannot_access', /\w/),
    },
    {
      name: `${path} is only read`,
      request: `POST ${path}`,
      json: {},
      status: 404,
      body: refusal('rest_no_route', /\w/),
    },
  ]),
  {
    name: 'people groups to pick from',
    request: 'GET svc/v1/people-groups/compact?s=no+such+people',
    status: 200,
    body: { total: 0, posts: [] },
  },
  {
    name: 'people groups to pick from are not for users without rights',
    request: 'GET svc/v1/people-groups/compact',
    as: 'reg',
    status: 403,
    body: refusal('get_viewable_compact', 'You do not have access to these contacts'),
  },
];
