import { defineExtension } from '@svc/contracts/extension';

/** A post type with exceptions for notifications, whose assignees accept or decline. */
const visitsExtension = defineExtension({
  name: 'visits',
  version: '1.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      status_field: { status_key: 'state', archived_key: 'open' },
      notifications: {
        unannounced: { kind: ['draft'] },
        milestones: 'stages',
        followed_by_all: { capability: 'plan_visits', records: { kind: ['public'] } },
      },
      acceptance: { accepted: { state: 'agreed', is_agreed: true }, declined: { state: 'open' } },
      fields: {
        kind: {
          name: 'Kind',
          type: 'key_select',
          default: {
            draft: { label: 'Draft' },
            public: { label: 'Public' },
            personal: { label: 'Personal' },
          },
        },
        state: {
          name: 'State',
          type: 'key_select',
          default: { open: { label: 'Open' }, agreed: { label: 'Agreed' } },
        },
        stages: {
          name: 'Stages',
          type: 'multi_select',
          default: { asked: { label: 'Asked' }, met: { label: 'Met' } },
        },
        is_agreed: { name: 'Agreed', type: 'boolean' },
        assigned_to: { name: 'Visitor', type: 'user_select' },
      },
    },
    stays: { label_singular: 'Stay', label_plural: 'Stays' },
  },
});

export default visitsExtension;
