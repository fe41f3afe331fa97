import { refusal, type Row } from '../row.ts';

const path = 'svc-posts/v2/posts/search/advanced_search';

/** A search by id, which finds nothing in texts. */
const byId = (id: string) => ({ query: id, post_type: 'all', offset: 0, comment: true });

/** Results of the global search that need no index; for the others see search.test.ts. */
export const searchRows: readonly Row[] = [
  {
    name: 'a number finds the record of which it is the id',
    request: `GET ${path}`,
    query: byId(':contact'),
    status: 200,
    body: {
      hits: [
        {
          post_type_label_singular: 'Contact',
          posts: [
            {
              ID: '#contact',
              post_title: 'Mary',
              post_date: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
              post_hit: 'N',
            },
          ],
        },
      ],
      total_hits: 1,
    },
    hasNot: ['status_hit'],
  },
  {
    name: 'a search takes a slash at its end, text that is encoded twice, and no offset',
    request: `GET ${path}/?query=%2520:group%2520&post_type=groups&comment=1`,
    status: 200,
    body: { hits: [{ post_type: 'groups', posts: [{ ID: '#group' }], offset: 1 }], total_hits: 1 },
  },
  {
    name: 'a status that is asked for is marked',
    request: `GET ${path}`,
    query: { ...byId(':contact'), status: 'active' },
    status: 200,
    body: {
      hits: [{ posts: [{ status_hit: 'Y', status_hit_value: 'active', status: { label: 'Active' } }] }],
    },
  },
  {
    name: 'a search without any parameter says which it needs',
    request: `GET ${path}`,
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): query, post_type', {
      params: ['query', 'post_type'],
    }),
  },
  ...[{ offset: 'far' }, { offset: -1 }, { offset: 1.5 }, { post: 'perhaps' }, { status: ['active'] }].map(
    (odd): Row => ({
      name: `a search cannot begin with ${JSON.stringify(odd)}`,
      request: `GET ${path}`,
      query: { query: 'Mary', post_type: 'all', ...odd },
      status: 400,
      body: refusal('rest_invalid_param', `Invalid parameter(s): ${Object.keys(odd)[0]}`),
    }),
  ),
];
