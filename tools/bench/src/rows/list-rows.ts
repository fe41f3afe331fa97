import { posts, query, type Measured, type Row } from './row.ts';

const mineQuery = 'assigned_to[]=me&overall_status[]=active&sort=-last_modified';

/** The default list of somebody who sees nearly everything: the newest hundred, and how many there are. */
const list: Row = {
  name: 'list',
  title: 'list 100',
  ours: ({ administrator }) => ({ method: 'GET', path: `${posts}/contacts`, token: administrator.token }),
  thin: () => ({ method: 'GET', path: '/records?sort=createdAt' }),
};

/** What a multiplier has to do; another one with each request. */
const mine: Row = {
  name: 'mine',
  title: 'list mine, filtered',
  ours: (measured) => ({
    method: 'GET',
    path: `${posts}/contacts?${mineQuery}`,
    token: someone(measured).token,
  }),
  thin: (measured) => ({
    method: 'GET',
    path: `/records?${query({ assigned_to: someone(measured).userId, status: 'active', sort: 'lastModified' })}`,
  }),
};

const someone = ({ multipliers, choices }: Measured) => choices.one(multipliers);

export const listRows: readonly Row[] = [list, mine];
