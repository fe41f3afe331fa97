import type { FieldDefinition } from '@svc/contracts';

const connection = { type: 'connection' } as const;

/** Contacts belong to groups. */
export const members = {
  ...connection,
  p2p_key: 'contacts_to_groups',
  connection_count_field: { post_type: 'groups', field_key: 'member_count', connection_field: 'members' },
} as const;

/** Contacts lead groups. */
export const leaders = {
  ...connection,
  p2p_key: 'groups_to_leaders',
  connection_count_field: { post_type: 'groups', field_key: 'leader_count', connection_field: 'leaders' },
} as const;

/** Contacts coach groups. */
export const coaches = { ...connection, p2p_key: 'groups_to_coaches' } as const;

const group = { ...connection, post_type: 'groups', tile: 'groups' } as const;

/** Groups and the groups they are connected to. */
export const relatedGroups: Record<string, FieldDefinition> = {
  parent_groups: {
    ...group,
    name: 'Parent Group',
    description: 'A group that founded this group.',
    p2p_key: 'groups_to_groups',
    p2p_direction: 'from',
    history_notes: {
      connected: '{0} added to parent groups',
      disconnected: '{0} removed from parent groups',
    },
  },
  peer_groups: {
    ...group,
    name: 'Peer Group',
    description: 'A related group that is neither parent nor child of this group.',
    p2p_key: 'groups_to_peers',
    p2p_direction: 'any',
    history_notes: { connected: '{0} added to peer groups', disconnected: '{0} removed from peer groups' },
  },
  child_groups: {
    ...group,
    name: 'Child Group',
    description: 'A group that has been founded by this group.',
    p2p_key: 'groups_to_groups',
    p2p_direction: 'to',
    history_notes: { connected: '{0} added to child groups', disconnected: '{0} removed from child groups' },
  },
};

/** The fields by which contacts are connected with groups. */
export const groupsOfContacts: Record<string, FieldDefinition> = {
  groups: {
    ...members,
    name: 'Groups',
    description: 'Groups this contact is a member of.',
    post_type: 'groups',
    p2p_direction: 'from',
    tile: 'other',
    show_in_table: 35,
    history_notes: { connected: 'Added to group {0}', disconnected: 'Removed from group {0}' },
  },
  group_leader: {
    ...leaders,
    name: 'Leader of Group',
    post_type: 'groups',
    p2p_direction: 'to',
    tile: 'no_tile',
    history_notes: {
      connected: '{1} added as leader on {0}',
      disconnected: '{1} removed from leaders on {0}',
    },
  },
  group_coach: {
    ...coaches,
    name: 'Coach of Group',
    post_type: 'groups',
    p2p_direction: 'to',
    tile: 'no_tile',
    history_notes: {
      connected: '{1} added as coach on {0}',
      disconnected: '{1} removed from coaches on {0}',
    },
  },
};
