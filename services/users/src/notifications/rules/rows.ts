import { say, type ShareEvent } from '@svc/contracts';
import type { NotificationName } from '../../model/notification.ts';
import { commentRows } from './comment-rules.ts';
import { recordRows } from './record-rules.ts';
import type { Row, Telling } from './row.ts';

/** Somebody shared a record with a user. */
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

/** The rules for events of shares. */
export const shareRows: readonly Row<ShareEvent>[] = [share];

/** A rule without what depends on its kind of event. */
export type RowWords = Omit<Row<never>, 'tells'>;

/** All rules by their names. */
export const rowByName: ReadonlyMap<NotificationName, RowWords> = new Map(
  [...recordRows, ...shareRows, ...commentRows].map((row) => [row.name, row]),
);

/** A notice and the rule that made it. */
export interface ToldByRow {
  readonly row: RowWords;
  readonly telling: Telling;
}

/** Applies rules to an event. */
export function toldBy<Event>(rows: readonly Row<Event>[], event: Event): ToldByRow[] {
  return rows.flatMap((row) => row.tells(event).map((telling) => ({ row, telling })));
}
