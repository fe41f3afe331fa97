import { defineExtension } from '@svc/contracts';
import { baptismRules } from './rules/baptism-rules.ts';

/** When a contact was baptized, and how many generations after the first. */
export const baptisms = defineExtension({
  name: '@svc/baptisms',
  version: '1.0.0',
  fields: {
    contacts: {
      baptism_date: { name: 'Baptism Date', type: 'date', tile: 'details' },
      baptism_generation: { name: 'Baptism Generation', type: 'number', default: '' },
    },
  },
  setup: baptismRules,
});
