import { defineExtension, ServiceError, type Actor, type FieldDefinition, type Fields } from '@svc/contracts';
import { singleOf } from '../fields/key-select.ts';

const fields: Record<string, FieldDefinition> = {
  nickname: { name: 'Nickname', type: 'text', tile: 'details' },
  type: {
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
  },
  duplicate_of: { name: 'Duplicate of', type: 'text', hidden: true, customizable: false },
  languages: {
    name: 'Languages',
    type: 'multi_select',
    tile: 'no_tile',
    default: { en: { label: 'English' }, fr: { label: 'French' }, es: { label: 'Spanish' } },
  },
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
  gender: {
    name: 'Gender',
    type: 'key_select',
    tile: 'details',
    default: { male: { label: 'Male' }, female: { label: 'Female' } },
  },
  age: {
    name: 'Age',
    type: 'key_select',
    tile: 'details',
    select_cannot_be_empty: true,
    default: {
      'not-set': { label: '' },
      '<19': { label: 'Under 18 years old' },
      '<26': { label: '18-25 years old' },
      '<41': { label: '26-40 years old' },
      '>41': { label: 'Over 40 years old' },
    },
  },
  requires_update: { name: 'Requires Update', type: 'boolean', default: false },
  update_required: { name: 'Update Required', type: 'boolean', default: false, hidden: true },
  meeting_time: { name: 'Meeting Time', type: 'datetime', hidden: true },
  overall_status: {
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
        description:
          'The contact has been assigned to someone, but has not yet been accepted by that person.',
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
  },
  assigned_to: {
    name: 'Assigned To',
    description: 'Select the main person who is responsible for reporting on this contact.',
    type: 'user_select',
    tile: 'status',
    show_in_table: 25,
    custom_display: false,
    default: '',
  },
  corresponds_to_user: {
    name: 'Corresponds to user',
    description: 'The user whom this contact stands for.',
    type: 'number',
    hidden: true,
    customizable: false,
    default: 0,
  },
  corresponds_to_user_name: {
    name: 'Corresponds to user_name',
    description: 'The name of the user whom this contact stands for.',
    type: 'text',
    hidden: true,
    customizable: false,
  },
};

/** Contacts: people the users follow up with, and the contact that stands for each user. */
export const contactsBase = defineExtension({
  name: '@svc/contacts',
  version: '1.0.0',
  postTypes: {
    contacts: {
      label_singular: 'Contact',
      label_plural: 'Contacts',
      status_field: { status_key: 'overall_status', archived_key: 'closed' },
      tiles: {
        status: { label: 'Status', tile_priority: 10 },
        details: { label: 'Details', tile_priority: 20 },
        other: { label: 'Other', tile_priority: 50 },
      },
      fields,
    },
  },
  setup({ addFilter }) {
    addFilter('svc_post_create_fields', (requested, postType, { actor }) =>
      postType === 'contacts'
        ? withDefaults(protectUserLink(modernType(requested), actor, 'create_post'), actor)
        : requested,
    );
    addFilter('svc_post_update_fields', (requested, postType, _postId, _existing, { actor }) =>
      postType === 'contacts' ? protectUserLink(modernType(requested), actor, 'update_post') : requested,
    );
  },
});

function withDefaults(requested: Fields, actor: Actor): Fields {
  return { type: 'access', overall_status: actor.kind === 'site_link' ? 'new' : 'active', ...requested };
}

/** `media` is what older clients call the type `access`, and some send it as a set of one value (decisions, "Fields"). */
function modernType(requested: Fields): Fields {
  if (!('type' in requested)) return requested;
  const type = singleOf(requested['type']);
  return { ...requested, type: type === 'media' ? 'access' : type };
}

/** Which user a contact stands for is not a client's to say: it would take over somebody's identity. */
function protectUserLink(requested: Fields, actor: Actor, code: 'create_post' | 'update_post'): Fields {
  if (actor.kind === 'system' || !('corresponds_to_user' in requested)) return requested;
  throw new ServiceError(code, 'corresponds_to_user is set by the service itself; leave it out.', {
    status: 403,
  });
}
