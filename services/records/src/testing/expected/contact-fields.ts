/** The fields of contacts besides those of every type and of following up (facts of default fields), with their attributes and options. */
export const contactFields = {
  nickname: {
    name: 'Nickname',
    type: 'text',
    tile: 'details',
  },
  type: {
    name: 'Contact Type',
    type: 'key_select',
    customizable: false,
    options: {
      user: {
        label: 'User',
        color: '#3F729B',
        hidden: true,
        in_create_form: false,
      },
      personal: {
        label: 'Private Contact',
        color: '#9b379b',
        default: false,
        hidden: true,
        order: 50,
        visibility: 'Only me',
      },
      access: {
        label: 'Standard Contact',
        color: '#2196F3',
        default: true,
        order: 20,
        visibility: 'Me and project leadership',
      },
      access_placeholder: {
        label: 'Connection',
        color: '#FF9800',
        order: 40,
        visibility: 'Collaborators',
        in_create_form: false,
      },
      placeholder: {
        label: 'Private Connection',
        color: '#FF9800',
        hidden: true,
        order: 40,
        visibility: 'Only me',
        in_create_form: false,
      },
    },
  },
  duplicate_data: {
    name: 'Duplicates',
    type: 'array',
    hidden: true,
    default: [],
  },
  duplicate_of: {
    name: 'Duplicate of',
    type: 'text',
    hidden: true,
    customizable: false,
  },
  languages: {
    name: 'Languages',
    type: 'multi_select',
    tile: 'no_tile',
    options: {
      en: {
        label: 'English',
      },
      fr: {
        label: 'French',
      },
      es: {
        label: 'Spanish',
      },
    },
  },
  contact_phone: {
    name: 'Phone',
    type: 'communication_channel',
    tile: 'details',
    in_create_form: true,
    customizable: true,
  },
  contact_email: {
    name: 'Email',
    type: 'communication_channel',
    tile: 'details',
    in_create_form: true,
    customizable: true,
  },
  contact_address: {
    name: 'Address',
    type: 'communication_channel',
    tile: 'details',
    in_create_form: true,
    customizable: true,
    mapbox: false,
  },
  contact_facebook: {
    name: 'Facebook',
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
  relation: {
    name: 'Connections to other Contacts',
    type: 'connection',
    tile: 'other',
    in_create_form: ['placeholder'],
    post_type: 'contacts',
    p2p_key: 'contacts_to_relation',
    p2p_direction: 'any',
  },
  gender: {
    name: 'Gender',
    type: 'key_select',
    tile: 'details',
    options: {
      male: {
        label: 'Male',
      },
      female: {
        label: 'Female',
      },
    },
  },
  age: {
    name: 'Age',
    type: 'key_select',
    tile: 'details',
    select_cannot_be_empty: true,
    options: {
      'not-set': {
        label: '',
      },
      '<19': {
        label: 'Under 18 years old',
      },
      '<26': {
        label: '18-25 years old',
      },
      '<41': {
        label: '26-40 years old',
      },
      '>41': {
        label: 'Over 40 years old',
      },
    },
  },
  requires_update: {
    name: 'Requires Update',
    type: 'boolean',
    default: false,
  },
  milestones: {
    name: 'Faith Milestones',
    type: 'multi_select',
    tile: 'faith',
    show_in_table: 20,
    options: {
      milestone_has_bible: {
        label: 'Has Bible',
      },
      milestone_reading_bible: {
        label: 'Reading Bible',
      },
      milestone_belief: {
        label: 'States Belief',
      },
      milestone_can_share: {
        label: 'Can Share Gospel/Testimony',
      },
      milestone_sharing: {
        label: 'Sharing Gospel/Testimony',
      },
      milestone_baptized: {
        label: 'Baptized',
      },
      milestone_baptizing: {
        label: 'Baptizing',
      },
      milestone_in_group: {
        label: 'In Church/Group',
      },
      milestone_planting: {
        label: 'Starting Churches',
      },
    },
  },
  faith_status: {
    name: 'Faith Status',
    type: 'key_select',
    tile: 'status',
    in_create_form: true,
    options: {
      seeker: {
        label: 'Seeker',
      },
      believer: {
        label: 'Believer',
      },
      leader: {
        label: 'Leader',
      },
    },
  },
  coaching: {
    name: 'Is Coaching',
    type: 'connection',
    tile: 'other',
    post_type: 'contacts',
    p2p_key: 'contacts_to_contacts',
    p2p_direction: 'to',
  },
  coached_by: {
    name: 'Coached by',
    type: 'connection',
    tile: 'status',
    post_type: 'contacts',
    p2p_key: 'contacts_to_contacts',
    p2p_direction: 'from',
  },
  baptism_date: {
    name: 'Baptism Date',
    type: 'date',
    tile: 'details',
  },
  baptism_generation: {
    name: 'Baptism Generation',
    type: 'number',
    default: '',
  },
  baptized_by: {
    name: 'Baptized by',
    type: 'connection',
    tile: 'faith',
    post_type: 'contacts',
    p2p_key: 'baptizer_to_baptized',
    p2p_direction: 'from',
  },
  baptized: {
    name: 'Baptized',
    type: 'connection',
    tile: 'faith',
    post_type: 'contacts',
    p2p_key: 'baptizer_to_baptized',
    p2p_direction: 'to',
  },
  groups: {
    name: 'Groups',
    type: 'connection',
    tile: 'other',
    show_in_table: 35,
    post_type: 'groups',
    p2p_key: 'contacts_to_groups',
    p2p_direction: 'from',
    connection_count_field: {
      post_type: 'groups',
      field_key: 'member_count',
      connection_field: 'members',
    },
  },
  group_leader: {
    name: 'Leader of Group',
    type: 'connection',
    tile: 'no_tile',
    post_type: 'groups',
    p2p_key: 'groups_to_leaders',
    p2p_direction: 'to',
    connection_count_field: {
      post_type: 'groups',
      field_key: 'leader_count',
      connection_field: 'leaders',
    },
  },
  group_coach: {
    name: 'Coach of Group',
    type: 'connection',
    tile: 'no_tile',
    post_type: 'groups',
    p2p_key: 'groups_to_coaches',
    p2p_direction: 'to',
  },
  people_groups: {
    name: 'People Groups',
    type: 'connection',
    tile: 'details',
    post_type: 'peoplegroups',
    p2p_key: 'contacts_to_peoplegroups',
    p2p_direction: 'from',
    connection_count_field: {
      post_type: 'peoplegroups',
      field_key: 'contact_count',
      connection_field: 'contacts',
    },
  },
  corresponds_to_user: {
    name: 'Corresponds to user',
    type: 'number',
    hidden: true,
    customizable: false,
    default: 0,
  },
  corresponds_to_user_name: {
    name: 'Corresponds to user_name',
    type: 'text',
    hidden: true,
    customizable: false,
  },
};
