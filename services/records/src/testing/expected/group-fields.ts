/** The fields of groups besides those of every type (facts of default fields), with their attributes and options. */
export const groupFields = {
  requires_update: {
    name: 'Requires Update',
    type: 'boolean',
    default: false,
  },
  duplicate_data: {
    name: 'Duplicates',
    type: 'array',
    default: [],
  },
  group_status: {
    name: 'Group Status',
    type: 'key_select',
    tile: 'status',
    show_in_table: 10,
    select_cannot_be_empty: true,
    default_color: '#366184',
    options: {
      active: {
        label: 'Active',
        color: '#4CAF50',
      },
      inactive: {
        label: 'Inactive',
        color: '#808080',
      },
    },
  },
  assigned_to: {
    name: 'Assigned To',
    type: 'user_select',
    tile: 'status',
    show_in_table: 16,
    default: '',
  },
  coaches: {
    name: 'Group Coach / Church Planter',
    type: 'connection',
    tile: 'status',
    post_type: 'contacts',
    p2p_key: 'groups_to_coaches',
    p2p_direction: 'from',
  },
  group_type: {
    name: 'Group Type',
    type: 'key_select',
    tile: 'groups',
    in_create_form: true,
    show_in_table: 15,
    select_cannot_be_empty: true,
    options: {
      'pre-group': {
        label: 'Pre-Group',
      },
      group: {
        label: 'Group',
      },
      church: {
        label: 'Church',
      },
      team: {
        label: 'Team',
      },
    },
  },
  health_metrics: {
    name: 'Church Health',
    type: 'multi_select',
    tile: 'health-metrics',
    display: 'health-circle',
    options: {
      church_baptism: {
        label: 'Baptism',
      },
      church_bible: {
        label: 'Bible Study',
      },
      church_communion: {
        label: 'Communion',
      },
      church_fellowship: {
        label: 'Fellowship',
      },
      church_giving: {
        label: 'Giving',
      },
      church_prayer: {
        label: 'Prayer',
      },
      church_praise: {
        label: 'Praise',
      },
      church_sharing: {
        label: 'Sharing the Gospel',
      },
      church_leaders: {
        label: 'Leaders',
      },
      church_commitment: {
        label: 'Church Commitment',
      },
    },
  },
  start_date: {
    name: 'Start Date',
    type: 'date',
    tile: 'details',
  },
  church_start_date: {
    name: 'Church Start Date',
    type: 'date',
    tile: 'details',
  },
  end_date: {
    name: 'End Date',
    type: 'date',
    tile: 'details',
    default: '',
  },
  member_count: {
    name: 'Member Count',
    type: 'number',
    tile: 'relationships',
    show_in_table: 25,
    default: '',
  },
  members: {
    name: 'Member List',
    type: 'connection',
    post_type: 'contacts',
    p2p_key: 'contacts_to_groups',
    p2p_direction: 'to',
    connection_count_field: {
      post_type: 'groups',
      field_key: 'member_count',
      connection_field: 'members',
    },
  },
  leaders: {
    name: 'Leaders',
    type: 'connection',
    show_in_table: 30,
    post_type: 'contacts',
    p2p_key: 'groups_to_leaders',
    p2p_direction: 'from',
    connection_count_field: {
      post_type: 'groups',
      field_key: 'leader_count',
      connection_field: 'leaders',
    },
  },
  leader_count: {
    name: 'Leader Count',
    type: 'number',
    tile: 'relationships',
    default: '',
  },
  parent_groups: {
    name: 'Parent Group',
    type: 'connection',
    tile: 'groups',
    post_type: 'groups',
    p2p_key: 'groups_to_groups',
    p2p_direction: 'from',
  },
  peer_groups: {
    name: 'Peer Group',
    type: 'connection',
    tile: 'groups',
    post_type: 'groups',
    p2p_key: 'groups_to_peers',
    p2p_direction: 'any',
  },
  child_groups: {
    name: 'Child Group',
    type: 'connection',
    tile: 'groups',
    post_type: 'groups',
    p2p_key: 'groups_to_groups',
    p2p_direction: 'to',
  },
  contact_address: {
    name: 'Address',
    type: 'communication_channel',
    tile: 'details',
    customizable: false,
    mapbox: false,
  },
  four_fields_unbelievers: {
    name: 'Unbelievers',
    type: 'text',
    tile: 'four-fields',
    hidden: true,
    custom_display: true,
    default: '',
  },
  four_fields_believers: {
    name: 'Believers',
    type: 'text',
    tile: 'four-fields',
    hidden: true,
    custom_display: true,
    default: '',
  },
  four_fields_accountable: {
    name: 'Accountable',
    type: 'text',
    tile: 'four-fields',
    hidden: true,
    custom_display: true,
    default: '',
  },
  four_fields_church_commitment: {
    name: 'Church Commitment',
    type: 'text',
    tile: 'four-fields',
    hidden: true,
    custom_display: true,
    default: '',
  },
  four_fields_multiplying: {
    name: 'Multiplying',
    type: 'text',
    tile: 'four-fields',
    hidden: true,
    custom_display: true,
    default: '',
  },
  people_groups: {
    name: 'People Groups',
    type: 'connection',
    tile: 'details',
    post_type: 'peoplegroups',
    p2p_key: 'groups_to_peoplegroups',
    p2p_direction: 'from',
    connection_count_field: {
      post_type: 'peoplegroups',
      field_key: 'group_total',
      connection_field: 'groups',
    },
  },
};
