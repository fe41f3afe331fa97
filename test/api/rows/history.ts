import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const bringBack = `${contacts}/:contact/revert_activity_history`;

const changed = ['svc.record.updated contacts/:contact'];

/** The history and its revert. */
export const historyRows: readonly Row[] = [
  {
    name: 'a form brings a record back',
    request: `POST ${bringBack}`,
    form: { ts_start: 0, ts_end: 1, field_types: ['text'] },
    status: 200,
    body: { ID: '#contact', name: 'Mary' },
    fires: changed,
  },
  {
    name: 'a record is not brought back to no time',
    request: `POST ${bringBack}`,
    json: {},
    status: 400,
    body: refusal('rest_missing_callback_param', 'Missing parameter(s): ts_start', { params: ['ts_start'] }),
  },
  {
    name: 'nor to one that is none',
    request: `POST ${bringBack}`,
    json: { ts_start: 'yesterday' },
    status: 400,
    body: refusal('rest_invalid_param', /ts_start/),
  },
  ...['1', 'true'].map((on): Row => ({
    name: `the stored rows of a record: revert=${on}`,
    request: `GET ${contacts}/:contact/activity`,
    query: `revert=${on}&ts_start=0&field_types[]=number&actions=field_update&extra_meta=true&result_order=DESC`,
    status: 200,
    body: [
      {
        action: 'field_update',
        object_type: 'contacts',
        object_subtype: 'x_rating',
        user_id: ':mona',
        meta_key: 'x_rating',
        meta_value: '3',
        old_value: '',
        field_type: 'number',
        name: 'Mona',
        object_note: 'Rating: 3',
        object_note_raw: 'Added Rating: 3',
        object_id: ':contact',
      },
    ],
  })),
  {
    name: 'rows in an order that is none are refused',
    request: `GET ${contacts}/:contact/activity`,
    query: { revert: 1, result_order: 'up' },
    status: 400,
    body: refusal('rest_invalid_param', /result_order/),
  },
];
