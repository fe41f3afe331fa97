import { defineExtension } from '@svc/contracts/extension';

/** The declarations of a team: a post type connected to contacts, fields, options and a role. */
export default defineExtension({
  name: 'visits',
  version: '1.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      tiles: { plan: { label: 'Plan' } },
      fields: {
        state: {
          name: 'State',
          type: 'key_select',
          default: { planned: { label: 'Planned', color: '#F43636' }, over: { label: 'Over' } },
          tile: 'plan',
        },
        guests: { name: 'Guests', type: 'number', min_option: 1, tile: 'plan' },
        hosts: {
          name: 'Hosts',
          type: 'connection',
          post_type: 'contacts',
          p2p_direction: 'from',
          p2p_key: 'visits_to_contacts',
          tile: 'plan',
        },
        photo: { name: 'Photo', type: 'image', tile: 'plan' },
      },
    },
  },
  fields: {
    contacts: {
      visits: {
        name: 'Visits',
        type: 'connection',
        post_type: 'visits',
        p2p_direction: 'to',
        p2p_key: 'visits_to_contacts',
        tile: 'other',
      },
      x_steps: { name: 'Steps', type: 'multi_select', default: { met: { label: 'Met' } }, tile: 'other' },
    },
  },
  roles: {
    administrator: {
      permissions: Object.fromEntries(
        ['access', 'create', 'view_any', 'update_any', 'list_all'].map((verb) => [`${verb}_visits`, true]),
      ),
    },
    guide: {
      label: 'Guide',
      permissions: { access_contacts: true, access_visits: true, create_visits: true },
    },
  },
});
