import type { FieldDefinition } from '@svc/contracts';

/** Who a contact is to the people who work with it. */
export const contactType: FieldDefinition = {
  name: 'Contact Type',
  type: 'key_select',
  description: 'Who this contact is to the people who work with it.',
  customizable: false,
  default: {
    user: {
      label: 'User',
      description: 'Representing a User in the system',
      color: '#3F729B',
      hidden: true,
      in_create_form: false,
    },
    personal: {
      label: 'Private Contact',
      color: '#9b379b',
      description: 'A friend, family member or acquaintance',
      visibility: 'Only me',
      order: 50,
      hidden: true,
      default: false,
    },
    access: {
      label: 'Standard Contact',
      color: '#2196F3',
      description: 'A contact to collaborate on',
      visibility: 'Me and project leadership',
      order: 20,
      default: true,
    },
    access_placeholder: {
      label: 'Connection',
      color: '#FF9800',
      description: 'Connected to a contact, or generational fruit',
      visibility: 'Collaborators',
      order: 40,
      in_create_form: false,
    },
    placeholder: {
      label: 'Private Connection',
      color: '#FF9800',
      description: 'Connected to a contact, or generational fruit',
      visibility: 'Only me',
      order: 40,
      hidden: true,
      in_create_form: false,
    },
  },
};
