import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';

/** Lists without filters (see list-filters.test.ts), and other requests of pickers and the list page. */
export const listRows: readonly Row[] = [
  {
    name: 'fields_to_return that is no list is refused',
    request: `POST ${contacts}/list`,
    json: { fields_to_return: { name: true } },
    status: 400,
    body: refusal('fields_to_sql', 'fields_to_return must be an array', { key: 'fields_to_return' }),
  },
  {
    name: 'a list is refused for lack of rights before its query is looked at',
    request: `GET ${contacts}`,
    as: 'reg',
    query: { shoe_size: [42] },
    status: 403,
    body: refusal('search_viewable_post', 'You do not have access to these'),
  },
  {
    name: 'what clients send along and means nothing is passed over',
    request: `GET ${contacts}`,
    query:
      'limit=0&force_refresh=1&combine[]=subassigned&archived=false&status=all&_=17&_locale=user&post_type=x',
    status: 200,
    body: { posts: [] },
  },
  {
    name: 'a compact list finds by a part of the name, and shows no more than pickers need',
    request: `GET ${contacts}/compact?s=original+:fresh`,
    status: 200,
    body: {
      total: 1,
      posts: [{ ID: '#original', name: 'Original :fresh', status: { key: 'active', label: 'Active' } }],
    },
    hasNot: ['post_title', 'contact_phone', 'user'],
  },
  {
    name: 'a compact list takes a slash at its end, and blanks for anything',
    request: `GET ${contacts}/compact/?s=inal%20:fresh`,
    status: 200,
    body: { total: 1, posts: [{ ID: '#original' }] },
  },
  {
    name: 'the text of a compact list is one text',
    request: `GET ${contacts}/compact?s[$gt]=a`,
    status: 400,
    body: refusal('rest_invalid_param', 'Invalid parameter(s): s'),
  },
  {
    name: 'values of a field are offered',
    request: `GET ${contacts}/multi-select-values`,
    query: { field: 'tags', s: 'OL', note: ':contact' },
    status: 200,
    body: ['old'],
  },
  {
    name: 'values are asked for with a field',
    request: `GET ${contacts}/multi-select-values?s=old`,
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): field'),
  },
  {
    name: 'a list is split by a field',
    request: `POST ${contacts}/split_by`,
    json: {
      field_id: 'assigned_to',
      filters: { name: ['^Original :fresh', '^Twin :fresh'] },
      note: ':original :twin',
    },
    status: 200,
    body: [{ value: ':mona', label: 'Mona', count: '2' }],
  },
  ...[{}, { field_id: '' }].map((json): Row => ({
    name: `a list is split by some field, not by ${JSON.stringify(json)}`,
    request: `POST ${contacts}/split_by`,
    json,
    status: 400,
    body: refusal('split_by', 'Empty field id detected'),
  })),
];
