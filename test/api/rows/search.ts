import { lacking, wrong, type Row } from '../row.ts';

const path = 'svc-posts/v2/posts/search/advanced_search';

/** Results of the global search that need no index; for the others see search.test.ts. */
export const searchRows: readonly Row[] = [
  {
    name: 'a search takes a slash at its end, text that is encoded twice, and no offset',
    request: `GET ${path}/?query=%2520:group%2520&post_type=groups&comment=1`,
    status: 200,
    body: { hits: [{ post_type: 'groups', posts: [{ ID: '#group' }], offset: 1 }], total_hits: 1 },
  },
  lacking('a search without any parameter says which it needs', `GET ${path}`, ['query', 'post_type']),
  ...[{ offset: 'far' }, { offset: -1 }, { offset: 1.5 }, { post: 'perhaps' }, { status: ['active'] }].map(
    (odd) =>
      wrong(`a search cannot begin with ${JSON.stringify(odd)}`, `GET ${path}`, String(Object.keys(odd)[0]), {
        query: { query: 'Mary', post_type: 'all', ...odd },
      }),
  ),
];
