import { posts, type Row } from './row.ts';

/** Any contact, by its id. */
export const getRow: Row = {
  name: 'get',
  title: 'get',
  ours: ({ administrator, contactIds, choices }) => ({
    method: 'GET',
    path: `${posts}/contacts/${choices.one(contactIds)}`,
    token: administrator.token,
  }),
  thin: ({ contactIds, choices }) => ({ method: 'GET', path: `/records/${choices.one(contactIds)}` }),
};
