import { defineExtension } from '@svc/contracts';
import { contactStatus } from './fields/contact-status.ts';
import { reasonFields } from './fields/reasons.ts';
import { followUpFilters } from './list-filters/follow-up-filters.ts';
import { modulesOf } from './modules-of.ts';
import { followUpRules } from './rules/follow-up-rules.ts';

const quickButton = (name: string) => ({
  name,
  type: 'number',
  default: 0,
  customizable: false,
  section: 'quick_buttons',
});

const subassigned = {
  type: 'connection',
  post_type: 'contacts',
  p2p_key: 'contacts_to_subassigned',
  custom_display: false,
} as const;

/** Following up with contacts of type access: assignment, progress and sources. */
export const followUp = defineExtension({
  name: '@svc/follow-up',
  version: '1.0.0',
  modules: modulesOf('follow-up', 'access_module'),
  tiles: {
    contacts: { followup: { label: 'Follow Up', tile_priority: 40, display_for: { type: ['access'] } } },
  },
  fields: {
    contacts: {
      overall_status: contactStatus,
      assigned_to: {
        name: 'Assigned To',
        description: 'Select the main person who is responsible for reporting on this contact.',
        type: 'user_select',
        tile: 'status',
        show_in_table: 25,
        custom_display: false,
        default: '',
      },
      subassigned: {
        ...subassigned,
        name: 'Sub-assigned to',
        description: 'Contacts of other users who take part in following up with this contact.',
        p2p_direction: 'to',
        tile: 'status',
        history_notes: { connected: 'Sub-assigned {0}', disconnected: 'Removed sub-assigned {0}' },
      },
      subassigned_on: {
        ...subassigned,
        name: 'Sub-assigned on other Contacts',
        description: 'Contacts that the user whom this contact stands for takes part in following up with.',
        p2p_direction: 'from',
        tile: 'no_tile',
        history_notes: { connected: 'Sub-assigned on {0}', disconnected: 'No longer sub-assigned on {0}' },
      },
      sources: {
        name: 'Sources',
        description: 'The website, event or location this contact came from.',
        type: 'multi_select',
        tile: 'details',
        customizable: 'all',
        display: 'typeahead',
        only_for_types: ['access'],
        in_create_form: ['access'],
        default: {
          personal: { label: 'Personal', key: 'personal' },
          web: { label: 'Web', key: 'web' },
          transfer: {
            label: 'Transfer',
            key: 'transfer',
            description: 'Contacts transferred from a partnership with another site.',
          },
        },
      },
      seeker_path: {
        name: 'Seeker Path',
        description: 'How far the conversation with the contact has come.',
        type: 'key_select',
        is_path: true,
        tile: 'followup',
        show_in_table: 15,
        only_for_types: ['access'],
        default: {
          none: { label: 'Contact Attempt Needed' },
          attempted: { label: 'Contact Attempted' },
          established: { label: 'Contact Established' },
          scheduled: { label: 'First Meeting Scheduled' },
          met: { label: 'First Meeting Complete' },
          ongoing: { label: 'Ongoing Meetings' },
          coaching: { label: 'Being Coached' },
        },
      },
      ...reasonFields,
      accepted: {
        name: 'Accepted',
        type: 'boolean',
        default: false,
        hidden: true,
        only_for_types: ['access'],
      },
      campaigns: {
        name: 'Campaigns',
        description: 'The campaigns and activities through which the contact came in touch.',
        type: 'tags',
        tile: 'details',
        only_for_types: ['access'],
        default: [],
      },
      quick_button_no_answer: quickButton('Contact Attempted'),
      quick_button_contact_established: quickButton('Contact Established'),
      quick_button_meeting_scheduled: quickButton('Meeting Scheduled'),
      quick_button_meeting_complete: quickButton('Meeting Complete'),
      quick_button_no_show: quickButton('Meeting No-show'),
    },
  },
  listFilters: { contacts: followUpFilters },
  setup: followUpRules,
});
