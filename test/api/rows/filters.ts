import { expect } from '@jest/globals';
import { refusal, type Row } from '../row.ts';

const get = 'GET svc/v1/users/get_filters';
const save = 'POST svc/v1/users/save_filters';
const remove = 'DELETE svc/v1/users/save_filters';

const women = {
  ID: 1700000000.5,
  name: 'Women',
  query: { gender: ['female'], sort: 'name' },
  labels: [{ id: 'female', name: 'Female', field: 'gender' }],
};
/** The filters of carl, who sees few records. */
const withSaved = (...saved: object[]) => ({
  tabs: [{ key: 'default' }, { key: 'custom', label: 'Custom Filters', order: 99 }],
  filters: expect.arrayContaining(
    [{ ID: 'my_shared', tab: 'custom' }, ...saved].map((each) => expect.objectContaining(each) as unknown),
  ),
});

/** The order matters: a filter that one row saves exists in the next. */
export const filterRows: readonly Row[] = [
  {
    name: 'a type that nobody declares has no filters',
    request: get,
    query: { post_type: 'hats' },
    status: 400,
    body: refusal('rest_invalid_param', /post_type/),
  },
  {
    name: 'a filter is saved',
    request: save,
    as: 'carl',
    json: { post_type: 'contacts', filter: women },
    status: 200,
    body: true,
  },
  {
    name: 'a filter is saved from a form, too',
    request: save,
    as: 'carl',
    form: { post_type: 'contacts', filter: { ID: '7', name: 'Men', query: { gender: ['male'] } } },
    status: 200,
    body: true,
  },
  {
    name: 'saved filters are there',
    request: get,
    as: 'carl',
    query: { post_type: 'contacts' },
    status: 200,
    body: withSaved(
      { ...women, ID: '1700000000.5', tab: 'custom' },
      { ID: '7', name: 'Men', tab: 'custom', labels: [{ id: '7', name: 'Men' }] },
    ),
  },
  {
    name: 'a saved filter is deleted',
    request: remove,
    as: 'carl',
    json: { post_type: 'contacts', id: '7' },
    status: 200,
    body: true,
  },
  {
    name: 'a saved filter is deleted by the query, too',
    request: remove,
    as: 'carl',
    query: { post_type: 'contacts', id: '1700000000.5' },
    status: 200,
    body: true,
  },
  {
    name: 'deleted filters are gone',
    request: get,
    as: 'carl',
    query: { post_type: 'contacts' },
    status: 200,
    body: withSaved(),
    hasNot: ['Women', '1700000000.5'],
  },
  {
    name: 'the post type is called post_type, or postType by some clients',
    request: save,
    json: { type: 'contacts', filter: women },
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
