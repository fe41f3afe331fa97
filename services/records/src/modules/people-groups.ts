import { defineExtension } from '@svc/contracts';

/** People groups: peoples that contacts and groups belong to. */
export const peopleGroups = defineExtension({
  name: '@svc/people-groups',
  version: '1.0.0',
  postTypes: {
    peoplegroups: {
      label_singular: 'People Group',
      label_plural: 'People Groups',
      hidden: true,
      tiles: {
        details: { label: 'Details', tile_priority: 20 },
        connections: { label: 'Connections', tile_priority: 20 },
        jp: { label: 'Joshua Project', tile_priority: 30 },
      },
      fields: {
        tags: { name: 'Tags', type: 'tags', tile: 'details' },
        last_modified: { name: 'Last Modified', type: 'date', show_in_table: false },
        requires_update: { name: 'Requires Update', type: 'boolean', default: false },
        contact_count: {
          name: 'Contacts Total',
          type: 'number',
          tile: 'connections',
          show_in_table: true,
          default: '0',
        },
        group_total: {
          name: 'Groups Total',
          type: 'number',
          tile: 'connections',
          show_in_table: true,
          default: '0',
        },
        contact_address: {
          name: 'Address',
          type: 'communication_channel',
          tile: 'details',
          customizable: false,
          mapbox: false,
        },
        jp_Population: { name: 'Population', type: 'number', tile: 'jp', show_in_table: true, default: '0' },
        jp_ROP3: {
          name: 'People Group Code',
          type: 'number',
          tile: 'jp',
          show_in_table: false,
          default: '0',
        },
        jp_PeopleID3: { name: 'People ID', type: 'number', tile: 'jp', show_in_table: false, default: '0' },
        jp_PrimaryLanguageName: {
          name: 'Primary Language',
          type: 'text',
          tile: 'jp',
          show_in_table: true,
          default: '',
        },
        jp_Ctry: { name: 'Country', type: 'text', tile: 'jp', show_in_table: true, default: '' },
      },
    },
  },
});
