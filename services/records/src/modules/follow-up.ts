import { defineExtension } from '@svc/contracts';
import { followUpRules } from './rules/follow-up-rules.ts';

const reasons = (labels: Record<string, string>) => ({
  none: { label: '' },
  ...Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, { label }])),
});

const quickButton = (name: string) => ({
  name,
  type: 'number',
  default: 0,
  customizable: false,
  section: 'quick_buttons',
});

/** Following up with contacts of type access: who does it, how far it is, where they came from. */
export const followUp = defineExtension({
  name: '@svc/follow-up',
  version: '1.0.0',
  tiles: {
    contacts: { followup: { label: 'Follow Up', tile_priority: 40, display_for: { type: ['access'] } } },
  },
  fields: {
    contacts: {
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
      reason_unassignable: {
        name: 'Reason Not Ready',
        description: 'Why the contact is not ready to be assigned to a user.',
        type: 'key_select',
        customizable: 'all',
        only_for_types: ['access'],
        default: reasons({
          insufficient: 'Insufficient Contact Information',
          location: 'Unknown Location',
          media: 'Only wants media',
          outside_area: 'Outside Area',
          needs_review: 'Needs Review',
          awaiting_confirmation: 'Waiting for Confirmation',
        }),
      },
      reason_paused: {
        name: 'Reason Paused',
        description: 'Why nobody follows up with the contact for now.',
        type: 'key_select',
        customizable: 'all',
        only_for_types: ['access'],
        default: reasons({
          vacation: 'Contact on vacation',
          not_responding: 'Contact not responding',
          not_available: 'Contact not available',
          little_interest: 'Contact has little interest/hunger',
          no_initiative: 'Contact shows no initiative',
          questionable_motives: 'Contact has questionable motives',
          ball_in_their_court: "Ball is in the contact's court",
          wait_and_see: 'We want to see if/how the contact responds to automated text messages',
        }),
      },
      reason_closed: {
        name: 'Reason Archived',
        description: 'Why nobody follows up with the contact any more.',
        type: 'key_select',
        customizable: 'all',
        only_for_types: ['access'],
        default: reasons({
          duplicate: 'Duplicate',
          insufficient: 'Insufficient contact info',
          denies_submission: 'Denies submitting contact request',
          hostile_self_gain: 'Hostile, playing games or self gain',
          apologetics: 'Only wants to argue or debate',
          media_only: 'Just wanted media or book',
          no_longer_interested: 'No longer interested',
          no_longer_responding: 'No longer responding',
          already_connected: 'Already in church or connected with others',
          transfer: 'Transferred contact to partner',
          martyred: 'Martyred',
          moved: 'Moved or relocated',
          gdpr: 'GDPR request',
          unknown: 'Unknown',
        }),
      },
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
  setup: followUpRules,
});
