import {
  defineExtension,
  type FieldDefinition,
  type ListFiltersDeclaration,
  type PostTypeDeclaration,
} from '@svc/contracts';
import { favoriteAndRecent } from '../post-types/common-filters.ts';
import { contactType } from './fields/contact-type.ts';
import { modulesOf } from './modules-of.ts';
import { contactRules } from './rules/contact-rules.ts';

const channel = (name: string, more: Partial<FieldDefinition>): FieldDefinition => ({
  name,
  type: 'communication_channel',
  tile: 'details',
  customizable: true,
  ...more,
});

const fields: Record<string, FieldDefinition> = {
  nickname: { name: 'Nickname', type: 'text', tile: 'details' },
  type: contactType,
  duplicate_data: { name: 'Duplicates', type: 'array', default: [], hidden: true },
  duplicate_of: { name: 'Duplicate of', type: 'text', hidden: true, customizable: false },
  languages: {
    name: 'Languages',
    type: 'multi_select',
    tile: 'no_tile',
    default: { en: { label: 'English' }, fr: { label: 'French' }, es: { label: 'Spanish' } },
  },
  contact_phone: channel('Phone', { in_create_form: true }),
  contact_email: channel('Email', { in_create_form: true }),
  contact_address: channel('Address', { in_create_form: true, mapbox: false, is_address: true }),
  contact_facebook: channel('Facebook', { hide_domain: true }),
  contact_twitter: channel('Twitter', { hide_domain: true }),
  contact_other: channel('Other Social Links', { hide_domain: false }),
  relation: {
    name: 'Connections to other Contacts',
    description: 'Relationship this contact has with another contact in the system.',
    type: 'connection',
    post_type: 'contacts',
    p2p_key: 'contacts_to_relation',
    p2p_direction: 'any',
    tile: 'other',
    in_create_form: ['placeholder'],
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
  meeting_time: { name: 'Meeting Time', type: 'datetime', tile: 'details' },
  reminders: { name: 'Reminders', type: 'post_user_meta', customizable: false },
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

/** The list page of contacts, without the filters of the follow-up module. */
const contactFilters = {
  tabs: { default: { label: 'Default Filters', order: 7 } },
  filters: [
    {
      id: 'all_my_contacts',
      tab: 'default',
      name: 'All Contacts',
      query: { type: ['-user'], sort: '-post_date' },
      labels: [{ id: 'all', name: 'All Contacts I can view' }],
    },
    ...favoriteAndRecent('default', 'Contacts'),
    {
      id: 'personal',
      tab: 'default',
      name: 'Personal',
      query: { type: ['personal'], overall_status: ['-closed'], sort: 'name' },
      hide_empty: true,
    },
    {
      id: 'placeholder',
      tab: 'default',
      name: 'Connected Contacts',
      query: { type: ['placeholder'], overall_status: ['-closed'], sort: 'name' },
    },
    {
      id: 'users',
      tab: 'default',
      name: 'Users',
      query: { type: ['user'], sort: 'name' },
      hide_empty: true,
    },
  ],
} satisfies ListFiltersDeclaration;

const accessTypes = ['access', 'access_placeholder'];

/** Lists never show other people's private contacts, nor placeholders to users who are limited to some sources. */
const contactGrants: PostTypeDeclaration['grants'] = [
  { capability: 'view_any_contacts', actions: ['view', 'update'] },
  { capability: 'view_any_contacts', actions: ['list'], types: [...accessTypes, 'user'] },
  { capability: 'update_any_contacts', actions: ['update'] },
  { capability: 'dt_all_access_contacts', types: [...accessTypes, 'user'] },
  { capability: 'access_specific_sources', limited: false, types: accessTypes },
  { capability: 'access_specific_sources', limited: true, actions: ['view', 'update'], types: accessTypes },
  { capability: 'access_specific_sources', limited: true, actions: ['list'], types: ['access'] },
  { capability: 'promote_users', actions: ['view', 'update'], types: ['user'] },
];

/** Contacts: people the users follow up with, and the contact that stands for each user. */
export const contactsBase = defineExtension({
  name: '@svc/contacts',
  version: '1.0.0',
  modules: modulesOf('contacts_base'),
  postTypes: {
    contacts: {
      label_singular: 'Contact',
      label_plural: 'Contacts',
      user_field: 'corresponds_to_user',
      duplicates: {
        never_offered: { type: ['user'] },
        never_updated: { type: ['personal', 'placeholder'] },
        warned_of: { type: ['access'] },
      },
      notifications: {
        unannounced: { type: ['user'] },
        milestones: 'milestones',
        followed_by_all: { capability: 'dt_all_access_contacts', records: { type: accessTypes } },
      },
      acceptance: {
        accepted: { overall_status: 'active', accepted: true },
        declined: { overall_status: 'unassigned', accepted: false },
      },
      grants: contactGrants,
      picked_with_status: true,
      status_field: { status_key: 'overall_status', archived_key: 'closed' },
      tiles: {
        status: { label: 'Status', tile_priority: 10 },
        details: { label: 'Details', tile_priority: 20 },
        other: { label: 'Other', tile_priority: 50 },
      },
      fields,
    },
  },
  listFilters: { contacts: contactFilters },
  setup: contactRules,
});
