import { say, type ShareEvent } from '@svc/contracts';
import type { NotificationName } from '../../model/notification.ts';
import { commentRows } from './comment-rules.ts';
import { recordRows } from './record-rules.ts';
import type { Row, Telling } from './row.ts';

/** Somebody shared a record with a user: they are told. */
const share: Row<ShareEvent> = {
  name: 'share',
  action: 'alert',
  type: 'share',
  tells({ type, data }) {
    const { silent, user_id: userId } = data.share;
    return type === 'svc.share.created' && !silent ? [{ fieldKey: 'comments', to: () => [userId] }] : [];
  },
  note: ({ actor, record }) => say`${actor} shared ${record} with you.`,
};

/** What events of shares tell. */
export const shareRows: readonly Row<ShareEvent>[] = [share];

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
