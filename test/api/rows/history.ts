import { lacking, wrong, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';
const bringBack = `POST ${contacts}/:contact/revert_activity_history`;
const activity = `GET ${contacts}/:contact/activity`;

/** The history and its revert. */
export const historyRows: readonly Row[] = [
  {
    name: 'a form brings a record back',
    request: bringBack,
    form: { ts_start: 0, ts_end: 1, field_types: ['text'] },
    status: 200,
    body: { ID: '#contact', name: 'Mary' },
    fires: ['svc.record.updated contacts/:contact'],
  },
  lacking('a record is not brought back to no time', bringBack, ['ts_start']),
  wrong('nor to one that is none', bringBack, 'ts_start', { json: { ts_start: 'yesterday' } }),
  {
    name: 'the stored rows of a record',
    request: activity,
    query: 'revert=1&ts_start=0&field_types[]=number&actions=field_update&extra_meta=true&result_order=DESC',
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
  },
  wrong('rows in an order that is none are refused', activity, 'result_order', {
    query: { revert: 1, result_order: 'up' },
  }),
  wrong('a page that is no number is refused', activity, 'number', { query: { number: 'many' } }),
  {
    name: 'one item',
    request: `${activity}/:activity`,
    status: 200,
    body: { histid: ':activity', action: 'field_update', object_id: ':contact', user_id: ':mona' },
  },
  {
    name: 'an item of another record is an empty list',
    request: `GET ${contacts}/:shared/activity/:activity`,
    status: 200,
    body: [],
  },
];
