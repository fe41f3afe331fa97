import { say, saying, type SaidValue, type Saying } from '@svc/contracts';
import type { PeopleNames } from '../people/people.ts';
import type { ActivityRow } from './activity-row.ts';

type Row = Pick<ActivityRow, 'action' | 'metaValue' | 'objectNote' | 'actorId' | 'actorName'>;

/** How rows that are no field's change are told (facts of note templates), by their action. */
const notes: Readonly<Record<string, (row: Row, people: PeopleNames) => Saying>> = {
  // Of users the first rows tell it (facts of the activity list).
  created: ({ actorId, actorName }) => (actorId === 0 ? say`Created with site link: ${actorName}` : ''),
  share: (row, people) => say`Shared with ${userIn(row, people)}`,
  remove: (row, people) => say`Unshared with ${userIn(row, people)}`,
  assignment_accepted: (row, people) => say`${actorOf(row, people)} accepted assignment`,
  assignment_decline: (row, people) => say`${actorOf(row, people)} declined assignment`,
  sent_post_msg: ({ objectNote: addresses }) => say`Email sent to ${addresses}`,
};

/** Actions whose rows name a user. */
const aboutUsers: ReadonlySet<string> = new Set(['share', 'remove']);

/** The note of a row that is no field's change; undefined for one that is. */
export function noteOfAction(row: Row, people: PeopleNames): Saying | undefined {
  return Object.hasOwn(notes, row.action) ? notes[row.action]?.(row, people) : undefined;
}

/** The users whose names the note of such a row needs, besides who did it. */
export function peopleOfAction({ action, metaValue }: Row): number[] {
  return aboutUsers.has(action) ? [Number(metaValue)] : [];
}

function userIn({ metaValue }: Row, people: PeopleNames): SaidValue {
  return people.get(Number(metaValue))?.displayName ?? saying('Not Found');
}

function actorOf({ actorId, actorName }: Row, people: PeopleNames): string {
  return people.get(actorId)?.displayName ?? actorName;
}
