import type { FieldDefinition } from '@svc/contracts';

/** How a contact can be reached. */
export const contactChannels: Record<string, FieldDefinition> = {
  contact_phone: {
    name: 'Phone',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    in_create_form: true,
  },
  contact_email: {
    name: 'Email',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    in_create_form: true,
  },
  contact_address: {
    name: 'Address',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    in_create_form: true,
    mapbox: false,
    is_address: true,
  },
  contact_facebook: {
    name: 'Facebook',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    hide_domain: true,
  },
  contact_twitter: {
    name: 'Twitter',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    hide_domain: true,
  },
  contact_other: {
    name: 'Other Social Links',
    type: 'communication_channel',
    tile: 'details',
    customizable: true,
    hide_domain: false,
  },
};
