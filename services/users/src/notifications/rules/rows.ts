import type { CommentEvent, RecordEvent, ShareEvent } from '@svc/contracts';
import type { NotificationName } from '../notification.ts';
import { assignedToOther } from './assigned-to-other.ts';
import { assignedTo } from './assigned-to.ts';
import { assignmentDeclined } from './assignment-declined.ts';
import { comment } from './comment.ts';
import { contactInfoUpdate } from './contact-info-update.ts';
import { created } from './created.ts';
import { mention } from './mention.ts';
import { milestone } from './milestone.ts';
import { requiresUpdate } from './requires-update.ts';
import type { Row, Telling } from './row.ts';
import { share } from './share.ts';
import { subassigned } from './subassigned.ts';

/** What events of records tell, in the order of the table. */
export const recordRows: readonly Row<RecordEvent>[] = [
  ...[created, assignedTo, assignedToOther, requiresUpdate],
  ...[milestone, contactInfoUpdate, subassigned, assignmentDeclined],
];

/** What events of shares tell. */
export const shareRows: readonly Row<ShareEvent>[] = [share];

/** What events of comments tell. */
export const commentRows: readonly Row<CommentEvent>[] = [mention, comment];

/** What is the same of a row whatever its event is. */
export type RowWords = Omit<Row<never>, 'tells'>;

/** Every row by its name. */
export const rowByName: ReadonlyMap<NotificationName, RowWords> = new Map(
  [...recordRows, ...shareRows, ...commentRows].map((row) => [row.name, row]),
);

/** One thing that an event tells, with the row that says so. */
export interface ToldByRow {
  readonly row: RowWords;
  readonly telling: Telling;
}

/** Everything that an event tells by these rows. */
export function toldBy<Event>(rows: readonly Row<Event>[], event: Event): ToldByRow[] {
  return rows.flatMap((row) => row.tells(event).map((telling) => ({ row, telling })));
}
