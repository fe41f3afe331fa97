import { defineExtension } from '@svc/contracts';
import { modulesOf } from './modules-of.ts';
import { baptismRules } from './rules/baptisms/baptism-rules.ts';

const baptized = {
  type: 'connection',
  post_type: 'contacts',
  p2p_key: 'baptizer_to_baptized',
  tile: 'faith',
} as const;

/** When a contact was baptized, and how many generations after the first. */
export const baptisms = defineExtension({
  name: '@svc/baptisms',
  version: '1.0.0',
  modules: modulesOf('movement', 'contacts_baptisms_module'),
  fields: {
    contacts: {
      baptism_date: { name: 'Baptism Date', type: 'date', tile: 'details' },
      baptism_generation: { name: 'Baptism Generation', type: 'number', default: '' },
      baptized_by: {
        ...baptized,
        name: 'Baptized by',
        description: 'Who baptized this contact.',
        history_notes: { connected: 'Baptized by {0}', disconnected: 'Not baptized by {0}' },
        p2p_direction: 'from',
      },
      baptized: {
        ...baptized,
        name: 'Baptized',
        description: 'Who this contact has baptized.',
        history_notes: { connected: 'Baptized {0}', disconnected: 'Did not baptize {0}' },
        p2p_direction: 'to',
      },
    },
  },
  setup: baptismRules,
});
