import { defineExtension } from '@svc/contracts';
import { modulesOf } from './modules-of.ts';
import { faithRules } from './rules/faith-rules.ts';

const milestones = {
  milestone_has_bible: 'Has Bible',
  milestone_reading_bible: 'Reading Bible',
  milestone_belief: 'States Belief',
  milestone_can_share: 'Can Share Gospel/Testimony',
  milestone_sharing: 'Sharing Gospel/Testimony',
  milestone_baptized: 'Baptized',
  milestone_baptizing: 'Baptizing',
  milestone_in_group: 'In Church/Group',
  milestone_planting: 'Starting Churches',
};

/** The faith of a contact, and the milestones it has reached. */
export const faith = defineExtension({
  name: '@svc/faith',
  version: '1.0.0',
  modules: modulesOf('movement', 'contacts_faith_module'),
  tiles: { contacts: { faith: { label: 'Faith', tile_priority: 30 } } },
  fields: {
    contacts: {
      milestones: {
        name: 'Faith Milestones',
        description:
          'Which milestones the contact has reached in their faith journey; they happen in any order.',
        type: 'multi_select',
        tile: 'faith',
        show_in_table: 20,
        default: Object.fromEntries(Object.entries(milestones).map(([key, label]) => [key, { label }])),
      },
      faith_status: {
        name: 'Faith Status',
        type: 'key_select',
        tile: 'status',
        in_create_form: true,
        default: {
          seeker: { label: 'Seeker' },
          believer: { label: 'Believer' },
          leader: { label: 'Leader' },
        },
      },
    },
  },
  setup: faithRules,
});
