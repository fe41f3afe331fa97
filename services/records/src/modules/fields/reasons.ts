import type { FieldDefinition } from '@svc/contracts';

/** Reasons for the status of a contact; installations can add their own. */
export const reasonFields: Record<string, FieldDefinition> = {
  reason_unassignable: reason('Reason Not Ready', 'Why the contact is not ready to be assigned to a user.', {
    insufficient: 'Insufficient Contact Information',
    location: 'Unknown Location',
    media: 'Only wants media',
    outside_area: 'Outside Area',
    needs_review: 'Needs Review',
    awaiting_confirmation: 'Waiting for Confirmation',
  }),
  reason_paused: reason('Reason Paused', 'Why follow-up with the contact is on hold.', {
    vacation: 'Contact on vacation',
    not_responding: 'Contact not responding',
    not_available: 'Contact not available',
    little_interest: 'Contact has little interest/hunger',
    no_initiative: 'Contact shows no initiative',
    questionable_motives: 'Contact has questionable motives',
    ball_in_their_court: "Ball is in the contact's court",
    wait_and_see: 'We want to see if/how the contact responds to automated text messages',
  }),
  reason_closed: reason('Reason Archived', 'Why follow-up with the contact has ended.', {
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
};

function reason(name: string, description: string, labels: Record<string, string>): FieldDefinition {
  return {
    name,
    description,
    type: 'key_select',
    customizable: 'all',
    only_for_types: ['access'],
    default: {
      none: { label: '' },
      ...Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, { label }])),
    },
  };
}
