import { expect } from '@jest/globals';
import { refusal, type Row } from '../row.ts';

/** Records and settings. */
export const readRows: readonly Row[] = [
  {
    name: 'the record of another is not viewed',
    request: 'GET svc-posts/v2/contacts/:carls',
    status: 403,
    body: refusal('get_post', "Sorry, you don't have permission to view the contact with id :carls."),
    hasNot: ['Carlotta'],
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
];
