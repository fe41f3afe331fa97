import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const active = { key: 'active', label: 'Active' };

/** What pickers and the list page ask besides lists. */
export const pickingRows: readonly Row[] = [
  {
    name: 'a compact list finds by a part of the name, and shows no more than pickers need',
    request: `GET ${contacts}/compact?s=original+:fresh`,
    status: 200,
    body: { total: 1, posts: [{ ID: '#original', name: 'Original :fresh', status: active }] },
    hasNot: ['post_title', 'contact_phone', 'user'],
  },
  {
    name: 'a compact list takes a slash at its end, and blanks for anything',
    request: `GET ${contacts}/compact/?s=inal%20:fresh`,
    status: 200,
    body: { total: 1, posts: [{ ID: '#original' }] },
  },
  {
    name: 'the id of a hidden record finds nothing',
    request: `GET ${contacts}/compact?s=:personal`,
    status: 200,
    hasNot: ['"ID"::personal,'],
  },
  {
    name: 'a compact list offers the contact that stands for the caller',
    request: `GET ${contacts}/compact?s=mona`,
    status: 200,
    body: { total: 1, posts: [{ name: 'Mona', user: true, status: active }] },
  },
  {
    name: 'a compact list of groups shows no status, and all of them to who may list all',
    request: 'GET svc-posts/v2/groups/compact?s=:group',
    as: 'dora',
    status: 200,
    body: { total: 1, posts: [{ ID: '#group', name: 'Riverside' }] },
    hasNot: ['status', 'user', 'label'],
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
    name: 'values that only hidden records hold are not offered',
    request: `GET ${contacts}/multi-select-values/`,
    as: 'carl',
    query: { field: 'tags', s: 'ol', note: ':contact' },
    status: 200,
    body: [],
  },
  {
    name: 'of a field that does not exist there are no values',
    request: `GET ${contacts}/multi-select-values?field=shoe_size`,
    status: 200,
    body: [],
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
  {
    name: 'hidden records are not counted',
    request: `POST ${contacts}/split_by`,
    as: 'carl',
    json: { field_id: 'contact_phone', filters: { name: ['Original :fresh'] }, note: ':original' },
    status: 200,
    body: [],
  },
  ...[{}, { field_id: '' }].map((json): Row => ({
    name: `a list is split by some field, not by ${JSON.stringify(json)}`,
    request: `POST ${contacts}/split_by`,
    json,
    status: 400,
    body: refusal('split_by', 'Empty field id detected'),
  })),
  {
    name: 'a list is not split by a field that does not exist',
    request: `POST ${contacts}/split_by`,
    json: { field_id: 'shoe_size' },
    status: 400,
    body: refusal('split_by', 'One or more fields do not exist', { key: 'shoe_size' }),
  },
  {
    name: 'the filters of a list that is split are those of lists',
    request: `POST ${contacts}/split_by`,
    json: { field_id: 'gender', filters: { shoe_size: [1] } },
    status: 400,
    body: refusal('fields_to_sql', 'One or more fields do not exist', { key: 'shoe_size' }),
  },
];
