import { defineExtension } from '@svc/contracts';
import { modulesOf } from './modules-of.ts';

const ofContacts = {
  type: 'connection',
  p2p_key: 'contacts_to_peoplegroups',
  connection_count_field: {
    post_type: 'peoplegroups',
    field_key: 'contact_count',
    connection_field: 'contacts',
  },
} as const;

const ofGroups = {
  type: 'connection',
  p2p_key: 'groups_to_peoplegroups',
  connection_count_field: {
    post_type: 'peoplegroups',
    field_key: 'group_total',
    connection_field: 'groups',
  },
} as const;

const connectedOf = {
  p2p_direction: 'to',
  tile: 'connections',
  history_notes: {
    connected: '{1} added as people group on {0}',
    disconnected: '{1} removed from people groups on {0}',
  },
  in_create_form: true,
} as const;

const total = (name: string) => ({
  name,
  type: 'number',
  tile: 'connections',
  show_in_table: true,
  default: '0',
});

const peopleGroupsOf = {
  name: 'People Groups',
  post_type: 'peoplegroups',
  p2p_direction: 'from',
  tile: 'details',
  history_notes: { connected: '{0} added to people groups', disconnected: '{0} removed from people groups' },
} as const;

const joshuaProject = (name: string, type: 'number' | 'text', show_in_table: boolean) => ({
  name,
  type,
  tile: 'jp',
  show_in_table,
  default: type === 'number' ? '0' : '',
});

/** People groups: peoples that contacts and groups belong to. */
export const peopleGroups = defineExtension({
  name: '@svc/people-groups',
  version: '1.0.0',
  modules: modulesOf('people_groups'),
  postTypes: {
    peoplegroups: {
      label_singular: 'People Group',
      label_plural: 'People Groups',
      hidden: true,
      labels_items: true,
      grants: [
        { capability: 'view_any_peoplegroups' },
        { capability: 'access_peoplegroups' },
        { capability: 'update_any_peoplegroups', actions: ['update'] },
      ],
      tiles: {
        details: { label: 'Details', tile_priority: 20 },
        connections: { label: 'Connections', tile_priority: 20 },
        jp: { label: 'Joshua Project', tile_priority: 30 },
      },
      fields: {
        tags: { name: 'Tags', type: 'tags', tile: 'details' },
        last_modified: { name: 'Last Modified', type: 'date', show_in_table: false },
        requires_update: { name: 'Requires Update', type: 'boolean', default: false },
        contacts: {
          ...ofContacts,
          ...connectedOf,
          name: 'Contacts',
          description: 'The contacts of this people group.',
          post_type: 'contacts',
        },
        contact_count: total('Contacts Total'),
        groups: {
          ...ofGroups,
          ...connectedOf,
          name: 'Groups',
          description: 'The groups of this people group.',
          post_type: 'groups',
        },
        group_total: total('Groups Total'),
        contact_address: {
          name: 'Address',
          type: 'communication_channel',
          tile: 'details',
          customizable: false,
          mapbox: false,
          is_address: true,
        },
        jp_Population: joshuaProject('Population', 'number', true),
        jp_ROP3: joshuaProject('People Group Code', 'number', false),
        jp_PeopleID3: joshuaProject('People ID', 'number', false),
        jp_PrimaryLanguageName: joshuaProject('Primary Language', 'text', true),
        jp_Ctry: joshuaProject('Country', 'text', true),
      },
    },
  },
  fields: {
    contacts: {
      people_groups: {
        ...peopleGroupsOf,
        ...ofContacts,
        description: 'The people groups that this contact belongs to.',
      },
    },
    groups: {
      people_groups: {
        ...peopleGroupsOf,
        ...ofGroups,
        description: 'The people groups that members of this group belong to.',
      },
    },
  },
});
