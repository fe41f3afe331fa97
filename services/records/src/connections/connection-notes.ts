/** What the history says of a connection: `{from}` and `{to}` are its two records, `{field}` the field's name. */
interface Notes {
  readonly connected: string;
  readonly removed: string;
}

interface NotesOfBothSides {
  readonly from: Notes;
  readonly to: Notes;
}

const notes = (connected: string, removed: string): Notes => ({ connected, removed });

const peopleGroups: NotesOfBothSides = {
  from: notes('{to} added to people groups', '{to} removed from people groups'),
  to: notes('{to} added as people group on {from}', '{to} removed from people groups on {from}'),
};

/** Facts of note templates: connections whose sides have words of their own, by key. */
const ofKey: Readonly<Record<string, NotesOfBothSides>> = {
  baptizer_to_baptized: {
    from: notes('Baptized by {to}', 'Not baptized by {to}'),
    to: notes('Baptized {from}', 'Did not baptize {from}'),
  },
  contacts_to_groups: {
    from: notes('Added to group {to}', 'Removed from group {to}'),
    to: notes('{from} added to members', 'Removed {from} from group'),
  },
  contacts_to_contacts: {
    from: notes('Coached by {to}', 'No longer coached by {to}'),
    to: notes('Coaching {from}', 'No longer coaching {from}'),
  },
  contacts_to_subassigned: {
    from: notes('Sub-assigned on {to}', 'No longer sub-assigned on {to}'),
    to: notes('Sub-assigned {from}', 'Removed sub-assigned {from}'),
  },
  contacts_to_peoplegroups: peopleGroups,
  groups_to_peoplegroups: peopleGroups,
  groups_to_leaders: {
    from: notes('{to} added to leaders', '{to} removed from leaders'),
    to: notes('{to} added as leader on {from}', '{to} removed from leaders on {from}'),
  },
  groups_to_coaches: {
    from: notes('{to} added to coaches', '{to} removed from coaches'),
    to: notes('{to} added as coach on {from}', '{to} removed from coaches on {from}'),
  },
  groups_to_groups: {
    from: notes('{to} added to parent groups', '{to} removed from parent groups'),
    to: notes('{from} added to child groups', '{from} removed from child groups'),
  },
  groups_to_peers: {
    from: notes('{to} added to peer groups', '{to} removed from peer groups'),
    to: notes('{from} added to peer groups', '{from} removed from peer groups'),
  },
};

const ofAnyField: NotesOfBothSides = {
  from: notes('{to} added to {field}', '{to} removed from {field}'),
  to: notes('{from} added to {field}', '{from} removed from {field}'),
};

/** The note of a connection on one of its sides. */
export function connectionNote(options: {
  key: string;
  side: 'from' | 'to';
  isRemoval: boolean;
  words: { from: string; to: string; field: string };
}): string {
  const { key, side, isRemoval, words } = options;
  const both = Object.hasOwn(ofKey, key) ? (ofKey[key] ?? ofAnyField) : ofAnyField;
  const template = isRemoval ? both[side].removed : both[side].connected;
  return template.replaceAll(/\{(from|to|field)\}/g, (_match, word: keyof typeof words) => words[word]);
}
