import { expect } from '@jest/globals';
import { refusal, type Row } from '../row.ts';

const contacts = 'svc-posts/v2/contacts';

/** Records, settings and history. */
export const readRows: readonly Row[] = [
  {
    name: 'the record of another is not viewed',
    request: `GET ${contacts}/:carls`,
    status: 403,
    body: refusal('get_post', "Sorry, you don't have permission to view the contact with id :carls."),
    hasNot: ['Carlotta'],
  },
  {
    name: 'the settings of contacts',
    request: `GET ${contacts}/settings`,
    status: 200,
    body: {
      post_type: 'contacts',
      label_singular: 'Contact',
      label_plural: 'Contacts',
      status_field: { status_key: 'overall_status', archived_key: 'closed' },
      tiles: { status: { label: 'Status' }, details: { label: 'Details' } },
      fields: {
        name: { name: 'Name', type: 'text' },
        gender: { type: 'key_select', default: { male: { label: 'Male' } } },
        x_rating: { name: 'Rating', type: 'number', min_option: 1, max_option: 5 },
        contact_phone: { type: 'communication_channel' },
      },
      channels: { phone: { label: 'Phone', type: 'communication_channel' } },
    },
  },
  {
    name: 'the settings of the installation, for users without rights too',
    request: 'GET svc-core/v1/settings',
    as: 'reg',
    status: 200,
    body: {
      available_translations: expect.arrayContaining(
        [
          {
            language: 'en_US',
            label: 'English (United States)',
            english_name: 'English (United States)',
            native_name: 'English (United States)',
            flag: '🇺🇸',
            rtl: false,
            site_default: true,
          },
          { language: 'fr_FR', native_name: 'Français (France)', rtl: false, site_default: false },
          { language: 'ur', native_name: 'اُردُو', rtl: true },
        ].map((each) => expect.objectContaining(each) as unknown),
      ),
      post_types: {
        contacts: { post_type: 'contacts', fields: { tags: { type: 'tags', default: [] } } },
        groups: { label_plural: 'Groups' },
        peoplegroups: { label_plural: 'People Groups' },
      },
      mapping: { mapbox_api_key: false, google_api_key: false },
    },
  },
  {
    name: 'the history of a record, a page of it',
    request: `GET ${contacts}/:contact/activity`,
    query: { number: 1, offset: 1 },
    status: 200,
    body: {
      activity: [
        {
          histid: /^\d+$/,
          meta_id: /^\d+$/,
          hist_time: /^\d{10}$/,
          meta_key: /\w/,
          object_note: /\w/,
          field_type: /\w/,
          name: 'Mona',
        },
      ],
    },
  },
  {
    name: 'a page of the history that is no number is refused',
    request: `GET ${contacts}/:contact/activity`,
    query: { number: 'many' },
    status: 400,
    body: refusal('rest_invalid_param', /number/),
  },
  {
    name: 'one item of the history',
    request: `GET ${contacts}/:contact/activity/:activity`,
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
