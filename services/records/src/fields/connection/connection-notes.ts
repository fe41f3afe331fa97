import { say, type Said } from '@svc/contracts';

/** A connection's two records, as links, and the field's name. */
interface Words {
  readonly from: string;
  readonly to: string;
  readonly field: string;
}

/** What the history says of a connection. */
interface Notes {
  readonly connected: (words: Words) => Said;
  readonly removed: (words: Words) => Said;
}

interface NotesOfBothSides {
  readonly from: Notes;
  readonly to: Notes;
}

const notes = (connected: Notes['connected'], removed: Notes['removed']): Notes => ({ connected, removed });

const peopleGroups: NotesOfBothSides = {
  from: notes(
    ({ to }) => say`${to} added to people groups`,
    ({ to }) => say`${to} removed from people groups`,
  ),
  to: notes(
    ({ from, to }) => say`${to} added as people group on ${from}`,
    ({ from, to }) => say`${to} removed from people groups on ${from}`,
  ),
};

/** Facts of note templates: connections whose sides have words of their own, by key. */
const ofKey: Readonly<Record<string, NotesOfBothSides>> = {
  baptizer_to_baptized: {
    from: notes(
      ({ to }) => say`Baptized by ${to}`,
      ({ to }) => say`Not baptized by ${to}`,
    ),
    to: notes(
      ({ from }) => say`Baptized ${from}`,
      ({ from }) => say`Did not baptize ${from}`,
    ),
  },
  contacts_to_groups: {
    from: notes(
      ({ to }) => say`Added to group ${to}`,
      ({ to }) => say`Removed from group ${to}`,
    ),
    to: notes(
      ({ from }) => say`${from} added to members`,
      ({ from }) => say`Removed ${from} from group`,
    ),
  },
  contacts_to_contacts: {
    from: notes(
      ({ to }) => say`Coached by ${to}`,
      ({ to }) => say`No longer coached by ${to}`,
    ),
    to: notes(
      ({ from }) => say`Coaching ${from}`,
      ({ from }) => say`No longer coaching ${from}`,
    ),
  },
  contacts_to_subassigned: {
    from: notes(
      ({ to }) => say`Sub-assigned on ${to}`,
      ({ to }) => say`No longer sub-assigned on ${to}`,
    ),
    to: notes(
      ({ from }) => say`Sub-assigned ${from}`,
      ({ from }) => say`Removed sub-assigned ${from}`,
    ),
  },
  contacts_to_peoplegroups: peopleGroups,
  groups_to_peoplegroups: peopleGroups,
  groups_to_leaders: {
    from: notes(
      ({ to }) => say`${to} added to leaders`,
      ({ to }) => say`${to} removed from leaders`,
    ),
    to: notes(
      ({ from, to }) => say`${to} added as leader on ${from}`,
      ({ from, to }) => say`${to} removed from leaders on ${from}`,
    ),
  },
  groups_to_coaches: {
    from: notes(
      ({ to }) => say`${to} added to coaches`,
      ({ to }) => say`${to} removed from coaches`,
    ),
    to: notes(
      ({ from, to }) => say`${to} added as coach on ${from}`,
      ({ from, to }) => say`${to} removed from coaches on ${from}`,
    ),
  },
  groups_to_groups: {
    from: notes(
      ({ to }) => say`${to} added to parent groups`,
      ({ to }) => say`${to} removed from parent groups`,
    ),
    to: notes(
      ({ from }) => say`${from} added to child groups`,
      ({ from }) => say`${from} removed from child groups`,
    ),
  },
  groups_to_peers: {
    from: notes(
      ({ to }) => say`${to} added to peer groups`,
      ({ to }) => say`${to} removed from peer groups`,
    ),
    to: notes(
      ({ from }) => say`${from} added to peer groups`,
      ({ from }) => say`${from} removed from peer groups`,
    ),
  },
};

const ofAnyField: NotesOfBothSides = {
  from: notes(
    ({ to, field }) => say`${to} added to ${field}`,
    ({ to, field }) => say`${to} removed from ${field}`,
  ),
  to: notes(
    ({ from, field }) => say`${from} added to ${field}`,
    ({ from, field }) => say`${from} removed from ${field}`,
  ),
};

/** The note of a connection on one of its sides. */
export function connectionNote(options: {
  key: string;
  side: 'from' | 'to';
  isRemoval: boolean;
  words: Words;
}): Said {
  const { key, side, isRemoval, words } = options;
  const both = Object.hasOwn(ofKey, key) ? (ofKey[key] ?? ofAnyField) : ofAnyField;
  return isRemoval ? both[side].removed(words) : both[side].connected(words);
}
