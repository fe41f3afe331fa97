/** A key of connections, the types at its ends, and what the history of both says; `{from}` and `{to}` are links to the two. */
export interface NotedConnection {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** Connected and removed, on the record at the from end. */
  readonly onFrom: readonly [connected: string, removed: string];
  readonly onTo: readonly [connected: string, removed: string];
}

const pair = (connected: string, removed: string) => [connected, removed] as const;

const led = (word: string, plural: string) => ({
  from: 'groups',
  to: 'contacts',
  onFrom: pair(`{to} added to ${plural}`, `{to} removed from ${plural}`),
  onTo: pair(`{to} added as ${word} on {from}`, `{to} removed from ${plural} on {from}`),
});

const ofPeopleGroups = (key: string, from: string): NotedConnection => ({
  key,
  from,
  to: 'peoplegroups',
  onFrom: pair('{to} added to people groups', '{to} removed from people groups'),
  onTo: pair('{to} added as people group on {from}', '{to} removed from people groups on {from}'),
});

/** Facts of note templates: every key of the table, and keys that have no words of their own. */
export const connectionRows: readonly NotedConnection[] = [
  {
    key: 'baptizer_to_baptized',
    from: 'contacts',
    to: 'contacts',
    onFrom: pair('Baptized by {to}', 'Not baptized by {to}'),
    onTo: pair('Baptized {from}', 'Did not baptize {from}'),
  },
  {
    key: 'contacts_to_groups',
    from: 'contacts',
    to: 'groups',
    onFrom: pair('Added to group {to}', 'Removed from group {to}'),
    onTo: pair('{from} added to members', 'Removed {from} from group'),
  },
  {
    key: 'contacts_to_contacts',
    from: 'contacts',
    to: 'contacts',
    onFrom: pair('Coached by {to}', 'No longer coached by {to}'),
    onTo: pair('Coaching {from}', 'No longer coaching {from}'),
  },
  {
    key: 'contacts_to_subassigned',
    from: 'contacts',
    to: 'contacts',
    onFrom: pair('Sub-assigned on {to}', 'No longer sub-assigned on {to}'),
    onTo: pair('Sub-assigned {from}', 'Removed sub-assigned {from}'),
  },
  ofPeopleGroups('contacts_to_peoplegroups', 'contacts'),
  ofPeopleGroups('groups_to_peoplegroups', 'groups'),
  { key: 'groups_to_leaders', ...led('leader', 'leaders') },
  { key: 'groups_to_coaches', ...led('coach', 'coaches') },
  {
    key: 'groups_to_groups',
    from: 'groups',
    to: 'groups',
    onFrom: pair('{to} added to parent groups', '{to} removed from parent groups'),
    onTo: pair('{from} added to child groups', '{from} removed from child groups'),
  },
  {
    key: 'groups_to_peers',
    from: 'groups',
    to: 'groups',
    onFrom: pair('{to} added to peer groups', '{to} removed from peer groups'),
    onTo: pair('{from} added to peer groups', '{from} removed from peer groups'),
  },
  {
    key: 'contacts_to_relation',
    from: 'contacts',
    to: 'contacts',
    onFrom: pair(
      '{to} added to Connections to other Contacts',
      '{to} removed from Connections to other Contacts',
    ),
    onTo: pair(
      '{from} added to Connections to other Contacts',
      '{from} removed from Connections to other Contacts',
    ),
  },
  {
    key: 'contacts_to_trainings',
    from: 'contacts',
    to: 'trainings',
    onFrom: pair('{to} added to Noted Trainings', '{to} removed from Noted Trainings'),
    onTo: pair('Connected to Contact {from}', 'Removed connection to Contact {from}'),
  },
];
