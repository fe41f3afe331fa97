/** The fields of following up with contacts (facts of default fields), with their attributes and options. */
export const followUpFields = {
  overall_status: {
    name: 'Contact Status',
    type: 'key_select',
    tile: 'status',
    show_in_table: 10,
    customizable: 'add_only',
    custom_display: true,
    only_for_types: ['access'],
    select_cannot_be_empty: true,
    default_color: '#366184',
    options: {
      new: {
        label: 'New Contact',
        color: '#F43636',
      },
      unassignable: {
        label: 'Not Ready',
        color: '#FF9800',
      },
      unassigned: {
        label: 'Dispatch Needed',
        color: '#F43636',
      },
      assigned: {
        label: 'Waiting to be accepted',
        color: '#FF9800',
      },
      active: {
        label: 'Active',
        color: '#4CAF50',
        default: true,
      },
      paused: {
        label: 'Paused',
        color: '#FF9800',
      },
      closed: {
        label: 'Archived',
        color: '#808080',
      },
    },
  },
  assigned_to: {
    name: 'Assigned To',
    type: 'user_select',
    tile: 'status',
    show_in_table: 25,
    custom_display: false,
    default: '',
  },
  subassigned: {
    name: 'Sub-assigned to',
    type: 'connection',
    tile: 'status',
    post_type: 'contacts',
    p2p_key: 'contacts_to_subassigned',
    p2p_direction: 'to',
    custom_display: false,
  },
  subassigned_on: {
    name: 'Sub-assigned on other Contacts',
    type: 'connection',
    tile: 'no_tile',
    post_type: 'contacts',
    p2p_key: 'contacts_to_subassigned',
    p2p_direction: 'from',
    custom_display: false,
  },
  sources: {
    name: 'Sources',
    type: 'multi_select',
    tile: 'details',
    in_create_form: ['access'],
    customizable: 'all',
    only_for_types: ['access'],
    display: 'typeahead',
    options: {
      personal: {
        label: 'Personal',
      },
      web: {
        label: 'Web',
      },
      transfer: {
        label: 'Transfer',
      },
    },
  },
  seeker_path: {
    name: 'Seeker Path',
    type: 'key_select',
    tile: 'followup',
    show_in_table: 15,
    only_for_types: ['access'],
    options: {
      none: {
        label: 'Contact Attempt Needed',
      },
      attempted: {
        label: 'Contact Attempted',
      },
      established: {
        label: 'Contact Established',
      },
      scheduled: {
        label: 'First Meeting Scheduled',
      },
      met: {
        label: 'First Meeting Complete',
      },
      ongoing: {
        label: 'Ongoing Meetings',
      },
      coaching: {
        label: 'Being Coached',
      },
    },
  },
  reason_unassignable: {
    name: 'Reason Not Ready',
    type: 'key_select',
    customizable: 'all',
    only_for_types: ['access'],
    options: {
      none: {
        label: '',
      },
      insufficient: {
        label: 'Insufficient Contact Information',
      },
      location: {
        label: 'Unknown Location',
      },
      media: {
        label: 'Only wants media',
      },
      outside_area: {
        label: 'Outside Area',
      },
      needs_review: {
        label: 'Needs Review',
      },
      awaiting_confirmation: {
        label: 'Waiting for Confirmation',
      },
    },
  },
  reason_paused: {
    name: 'Reason Paused',
    type: 'key_select',
    customizable: 'all',
    only_for_types: ['access'],
    options: {
      none: {
        label: '',
      },
      vacation: {
        label: 'Contact on vacation',
      },
      not_responding: {
        label: 'Contact not responding',
      },
      not_available: {
        label: 'Contact not available',
      },
      little_interest: {
        label: 'Contact has little interest/hunger',
      },
      no_initiative: {
        label: 'Contact shows no initiative',
      },
      questionable_motives: {
        label: 'Contact has questionable motives',
      },
      ball_in_their_court: {
        label: "Ball is in the contact's court",
      },
      wait_and_see: {
        label: 'We want to see if/how the contact responds to automated text messages',
      },
    },
  },
  reason_closed: {
    name: 'Reason Archived',
    type: 'key_select',
    customizable: 'all',
    only_for_types: ['access'],
    options: {
      none: {
        label: '',
      },
      duplicate: {
        label: 'Duplicate',
      },
      insufficient: {
        label: 'Insufficient contact info',
      },
      denies_submission: {
        label: 'Denies submitting contact request',
      },
      hostile_self_gain: {
        label: 'Hostile, playing games or self gain',
      },
      apologetics: {
        label: 'Only wants to argue or debate',
      },
      media_only: {
        label: 'Just wanted media or book',
      },
      no_longer_interested: {
        label: 'No longer interested',
      },
      no_longer_responding: {
        label: 'No longer responding',
      },
      already_connected: {
        label: 'Already in church or connected with others',
      },
      transfer: {
        label: 'Transferred contact to partner',
      },
      martyred: {
        label: 'Martyred',
      },
      moved: {
        label: 'Moved or relocated',
      },
      gdpr: {
        label: 'GDPR request',
      },
      unknown: {
        label: 'Unknown',
      },
    },
  },
  accepted: {
    name: 'Accepted',
    type: 'boolean',
    hidden: true,
    only_for_types: ['access'],
    default: false,
  },
  campaigns: {
    name: 'Campaigns',
    type: 'tags',
    tile: 'details',
    only_for_types: ['access'],
    default: [],
  },
  quick_button_no_answer: {
    name: 'Contact Attempted',
    type: 'number',
    customizable: false,
    section: 'quick_buttons',
    default: 0,
  },
  quick_button_contact_established: {
    name: 'Contact Established',
    type: 'number',
    customizable: false,
    section: 'quick_buttons',
    default: 0,
  },
  quick_button_meeting_scheduled: {
    name: 'Meeting Scheduled',
    type: 'number',
    customizable: false,
    section: 'quick_buttons',
    default: 0,
  },
  quick_button_meeting_complete: {
    name: 'Meeting Complete',
    type: 'number',
    customizable: false,
    section: 'quick_buttons',
    default: 0,
  },
  quick_button_no_show: {
    name: 'Meeting No-show',
    type: 'number',
    customizable: false,
    section: 'quick_buttons',
    default: 0,
  },
};
