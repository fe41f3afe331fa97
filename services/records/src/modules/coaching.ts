import { defineExtension } from '@svc/contracts';
import { modulesOf } from './modules-of.ts';
import { onWrites } from './rules/on-writes.ts';
import { shareWithNamed } from './rules/share-with-named.ts';

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
        history_notes: { connected: 'Coaching {0}', disconnected: 'No longer coaching {0}' },
        p2p_direction: 'to',
        tile: 'other',
      },
      coached_by: {
        ...coachingConnection,
        name: 'Coached by',
        description: 'Who is coaching this contact.',
        history_notes: { connected: 'Coached by {0}', disconnected: 'No longer coached by {0}' },
        p2p_direction: 'from',
        tile: 'status',
      },
    },
  },
  listFilters: {
    contacts: {
      filters: [
        {
          id: 'my_coached',
          tab: 'default',
          name: 'Coached by me',
          query: { coached_by: ['me'], overall_status: ['-closed'], sort: 'seeker_path' },
          labels: [{ id: 'me', name: 'Coached by me', field: 'coached_by' }],
        },
      ],
    },
  },
  setup(setup) {
    // Shares a contact with the users who coach it.
    onWrites(setup, { postType: 'contacts' }, async (write) => {
      await shareWithNamed(setup.call, write, { key: 'coached_by', by: 'corresponds_to_user' });
      return write.fields;
    });
  },
});
