import { defineExtension, type FieldDefinition } from '@svc/contracts';
import { presentDay } from '../fields/date/date.ts';
import { coaches, groupsOfContacts, leaders, members, relatedGroups } from './fields/group-connections.ts';
import { groupFilters } from './list-filters/group-filters.ts';
import { modulesOf } from './modules-of.ts';
import { groupRules } from './rules/group-rules.ts';

const health = {
  church_baptism: ['Baptism', 'The group is baptising.'],
  church_bible: ['Bible Study', 'The group is studying the bible.'],
  church_communion: ['Communion', 'The group is practicing communion.'],
  church_fellowship: ['Fellowship', 'The group is fellowshiping.'],
  church_giving: ['Giving', 'The group is giving.'],
  church_prayer: ['Prayer', 'The group is praying.'],
  church_praise: ['Praise', 'The group is praising.'],
  church_sharing: ['Sharing the Gospel', 'The group is sharing the gospel.'],
  church_leaders: ['Leaders', 'The group has leaders.'],
  church_commitment: ['Church Commitment', 'The group has committed to be church.'],
} as const;

/** The practices of a church that a group has adopted. */
const healthMetrics: FieldDefinition = {
  name: 'Church Health',
  description: 'Track the progress and health of a group/church.',
  type: 'multi_select',
  tile: 'health-metrics',
  display: 'health-circle',
  default: Object.fromEntries(
    Object.entries(health).map(([key, [label, description]]) => [key, { label, description }]),
  ),
};

/** Numbers that a group tracks on its way to becoming a church; clients show them in a diagram. */
const fourFields: Record<string, FieldDefinition> = {
  four_fields_unbelievers: counted('Unbelievers', 'Number of unbelievers in this group.'),
  four_fields_believers: counted('Believers', 'Number of believers in this group.'),
  four_fields_accountable: counted('Accountable', 'Number of people in accountability group.'),
  four_fields_church_commitment: counted('Church Commitment', 'Is this a church - yes or no?'),
  four_fields_multiplying: counted(
    'Multiplying',
    'Number of people helping start other groups. How many members are multiplying?',
  ),
};

function counted(name: string, description: string): FieldDefinition {
  return {
    name,
    description,
    type: 'text',
    tile: 'four-fields',
    custom_display: true,
    hidden: true,
    default: '',
  };
}

const fields: Record<string, FieldDefinition> = {
  requires_update: { name: 'Requires Update', type: 'boolean', default: false },
  duplicate_data: { name: 'Duplicates', type: 'array', default: [] },
  group_status: {
    name: 'Group Status',
    description: 'Set the current status of the group.',
    type: 'key_select',
    tile: 'status',
    default_color: '#366184',
    show_in_table: 10,
    select_cannot_be_empty: true,
    default: {
      active: { label: 'Active', description: 'The group is actively meeting.', color: '#4CAF50' },
      inactive: { label: 'Inactive', description: 'The group is no longer meeting.', color: '#808080' },
    },
  },
  assigned_to: {
    name: 'Assigned To',
    description: 'Select the main person who is responsible for reporting on this group.',
    type: 'user_select',
    tile: 'status',
    show_in_table: 16,
    default: '',
  },
  coaches: {
    ...coaches,
    post_type: 'contacts',
    name: 'Group Coach / Church Planter',
    description: 'The person who planted and/or is coaching this group. Several people can be.',
    p2p_direction: 'from',
    tile: 'status',
    history_notes: { connected: '{0} added to coaches', disconnected: '{0} removed from coaches' },
  },
  group_type: {
    name: 'Group Type',
    type: 'key_select',
    tile: 'groups',
    in_create_form: true,
    show_in_table: 15,
    select_cannot_be_empty: true,
    default: {
      'pre-group': { label: 'Pre-Group', description: 'A group predominantly of non-believers.' },
      group: {
        label: 'Group',
        description: 'A group having 3 or more believers but not identifying as church.',
      },
      church: {
        label: 'Church',
        description: 'A group having 3 or more believers and identifying as church.',
      },
      team: {
        label: 'Team',
        description: 'A special group that is not meeting as a church (or trying to become church).',
      },
    },
  },
  health_metrics: healthMetrics,
  start_date: {
    name: 'Start Date',
    description: 'The date this group began meeting.',
    type: 'date',
    default: presentDay,
    tile: 'details',
  },
  church_start_date: {
    name: 'Church Start Date',
    description: 'The date this group first identified as being a church.',
    type: 'date',
    default: presentDay,
    tile: 'details',
  },
  end_date: {
    name: 'End Date',
    description: 'The date this group stopped meeting (if applicable).',
    type: 'date',
    tile: 'details',
    default: '',
  },
  member_count: {
    name: 'Member Count',
    description: 'How many members the group has, those who have no record here included.',
    type: 'number',
    tile: 'relationships',
    show_in_table: 25,
    default: '',
  },
  members: {
    ...members,
    name: 'Member List',
    description: 'The contacts who are members of this group.',
    post_type: 'contacts',
    p2p_direction: 'to',
    history_notes: { connected: '{0} added to members', disconnected: 'Removed {0} from group' },
  },
  leaders: {
    ...leaders,
    name: 'Leaders',
    description: 'The contacts who lead this group.',
    post_type: 'contacts',
    p2p_direction: 'from',
    show_in_table: 30,
    history_notes: { connected: '{0} added to leaders', disconnected: '{0} removed from leaders' },
  },
  leader_count: { name: 'Leader Count', type: 'number', tile: 'relationships', default: '' },
  ...relatedGroups,
  contact_address: {
    name: 'Address',
    type: 'communication_channel',
    tile: 'details',
    customizable: false,
    mapbox: false,
    is_address: true,
  },
  ...fourFields,
};

/** Groups that contacts belong to. */
export const groups = defineExtension({
  name: '@svc/groups',
  version: '1.0.0',
  modules: modulesOf('groups_base'),
  fields: { contacts: groupsOfContacts },
  postTypes: {
    groups: {
      label_singular: 'Group',
      label_plural: 'Groups',
      status_field: { status_key: 'group_status', archived_key: 'inactive' },
      notifications: { milestones: 'health_metrics' },
      connected_values: {
        members: { milestones: ['milestone_has_bible', 'milestone_baptized'], overall_status: true },
      },
      tiles: {
        status: { label: 'Status', tile_priority: 10 },
        details: { label: 'Details', tile_priority: 20 },
        genmap: {
          label: 'Generational Map',
          description: 'The generations of groups: who started whom.',
          tile_priority: 30,
        },
        relationships: { label: 'Member List', tile_priority: 40 },
        'health-metrics': { label: 'Church Health', tile_priority: 50 },
        groups: { label: 'Groups', tile_priority: 60 },
        other: { label: 'Other', tile_priority: 70 },
      },
      fields,
      aliases: {
        address: { field: 'contact_address', read: true },
        group_leader: { field: 'leaders' },
        group_coach: { field: 'coaches' },
      },
    },
  },
  listFilters: { groups: groupFilters },
  setup: groupRules,
});
