import type { FieldDefinition } from '@svc/contracts';

/** How far the conversation with a contact of type access is. */
export const contactStatus: FieldDefinition = {
  name: 'Contact Status',
  description: 'The Contact Status describes the progress in communicating with the contact.',
  type: 'key_select',
  tile: 'status',
  customizable: 'add_only',
  custom_display: true,
  show_in_table: 10,
  only_for_types: ['access'],
  select_cannot_be_empty: true,
  default_color: '#366184',
  default: {
    new: { label: 'New Contact', description: 'The contact is new in the system.', color: '#F43636' },
    unassignable: {
      label: 'Not Ready',
      description: 'There is not enough information to move forward with the contact at this time.',
      color: '#FF9800',
    },
    unassigned: {
      label: 'Dispatch Needed',
      description: 'This contact needs to be assigned to a multiplier.',
      color: '#F43636',
    },
    assigned: {
      label: 'Waiting to be accepted',
      description: 'The contact has been assigned to someone, but has not yet been accepted by that person.',
      color: '#FF9800',
    },
    active: {
      label: 'Active',
      description: 'The contact is progressing and/or continually being updated.',
      color: '#4CAF50',
      default: true,
    },
    paused: {
      label: 'Paused',
      description: 'This contact is currently on hold.',
      color: '#FF9800',
    },
    closed: {
      label: 'Archived',
      description:
        'This contact has made it known that they no longer want to continue or you have decided not to continue.',
      color: '#808080',
    },
  },
};
