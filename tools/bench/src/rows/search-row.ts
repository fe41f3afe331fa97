import { personName } from '../seed/people-names.ts';
import { posts, query, type Row } from './row.ts';

/** The beginnings of the words of a name, over all types. The thin handler has no search engine. */
export const searchRow: Row = {
  name: 'search',
  title: 'advanced search',
  ours: ({ administrator, choices }) => ({
    method: 'GET',
    path: `${posts}/posts/search/advanced_search?${query({ query: beginnings(personName(choices)), post_type: 'all', offset: 0 })}`,
    token: administrator.token,
  }),
};

const beginnings = (name: string): string =>
  name
    .split(' ')
    .map((word) => [...word].slice(0, 4).join(''))
    .join(' ');
