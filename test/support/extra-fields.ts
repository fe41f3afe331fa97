import { defineExtension } from '@svc/contracts/extension';

/** Fields of types without a visible field in the built-in post types, and a number with bounds. */
const extraFields = defineExtension({
  name: 'extra-fields',
  version: '1.0.0',
  fields: {
    contacts: {
      x_story: { name: 'Story', type: 'textarea', tile: 'other' },
      x_appointment: { name: 'Appointment', type: 'datetime', tile: 'other' },
      x_rating: { name: 'Rating', type: 'number', min_option: 1, max_option: 5, tile: 'other' },
      x_links: { name: 'Links', type: 'link', default: { site: { label: 'Site' } }, tile: 'other' },
    },
  },
});

export { extraFields as default };
