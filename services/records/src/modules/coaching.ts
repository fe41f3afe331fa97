import { defineExtension } from '@svc/contracts';
import { modulesOf } from './modules-of.ts';
import { coachingRules } from './rules/coaching-rules.ts';

const coachingConnection = {
  type: 'connection',
  post_type: 'contacts',
  p2p_key: 'contacts_to_contacts',
} as const;

/** Who coaches whom. */
export const coaching = defineExtension({
  name: '@svc/coaching',
  version: '1.0.0',
  modules: modulesOf('movement', 'contacts_coaching_module'),
  fields: {
    contacts: {
      coaching: {
        ...coachingConnection,
        name: 'Is Coaching',
        description: 'Who this contact is coaching.',
        p2p_direction: 'to',
        tile: 'other',
      },
      coached_by: {
        ...coachingConnection,
        name: 'Coached by',
        description: 'Who is coaching this contact.',
        p2p_direction: 'from',
        tile: 'status',
      },
    },
  },
  setup: coachingRules,
});
