import { expect } from '@jest/globals';
import { refusal, wrong, type Row } from '../row.ts';

const get = 'GET svc/v1/users/get_filters';
const save = 'POST svc/v1/users/save_filters';
const remove = 'DELETE svc/v1/users/save_filters';

const men = { ID: '7', name: 'Men', query: { gender: ['male'] } };
/** The filters of carl, who sees few records. */
const withSaved = (...saved: object[]) => ({
  tabs: [{ key: 'default' }, { key: 'custom', label: 'Custom Filters', order: 99 }],
  filters: expect.arrayContaining(
    [{ ID: 'my_shared', tab: 'custom' }, ...saved].map((each) => expect.objectContaining(each) as unknown),
  ),
});
const listed = { request: get, as: 'carl', query: { post_type: 'contacts' }, status: 200 } as const;

/** The order matters: a filter that one row saves exists in the next. */
export const filterRows: readonly Row[] = [
  wrong('a type that nobody declares has no filters', get, 'post_type', { query: { post_type: 'hats' } }),
  {
    name: 'a filter is saved from a form',
    request: save,
    as: 'carl',
    form: { post_type: 'contacts', filter: men },
    status: 200,
    body: true,
  },
  { ...listed, name: 'saved filters are there', body: withSaved({ ID: '7', name: 'Men', tab: 'custom' }) },
  {
    name: 'a saved filter is deleted by the query',
    request: remove,
    as: 'carl',
    query: { post_type: 'contacts', id: '7' },
    status: 200,
    body: true,
  },
  { ...listed, name: 'deleted filters are gone', body: withSaved(), hasNot: ['"Men"'] },
  {
    name: 'the post type is called post_type, or postType by some clients',
    request: save,
    json: { type: 'contacts', filter: men },
    status: 400,
    body: refusal('missing_error', 'Missing filters'),
  },
  {
    name: 'nothing is deleted without its ID',
    request: remove,
    json: { post_type: 'contacts' },
    status: 400,
    body: refusal('missing_error', 'Missing filters'),
  },
];
