import type { EmailPreference } from '../model/user-settings.ts';
import type { DeliveryDraft } from '../queue/delivery-queue.ts';

/** The parts of a notification that its mail needs. */
export interface Mailed {
  readonly _id: number;
  readonly userId: number;
  readonly commitId: string;
}

/** Minimum milliseconds before a mail is due, so that all notifications of a commit, from several events, go into one. */
const gathering = 1_000;

const hour = 3_600_000;

/**
 * The mails for notifications, by the preferences of their users: one per change, per hour or per day, in UTC. The time
 * of processing counts, so a late event goes into the next mail.
 */
export function mailDrafts(
  notifications: readonly Mailed[],
  preferenceOf: (userId: number) => EmailPreference,
  now: Date,
): DeliveryDraft[] {
  const drafts = new Map<string, DeliveryDraft>();
  for (const { _id, userId, commitId } of notifications) {
    const { key, dueAt } = occasion(preferenceOf(userId), commitId, now);
    const id = `${userId}.${key}`;
    const gathered = drafts.get(id)?.notifications ?? [];
    drafts.set(id, {
      _id: id,
      kind: 'notifications',
      userId,
      dueAt,
      notifications: [...gathered, _id],
    });
  }
  return [...drafts.values()];
}

function occasion(preference: EmailPreference, commitId: string, now: Date) {
  const time = now.getTime();
  if (preference === 'hourly')
    return gatheredUntil('hour', nextAfter(time, hour), now.toISOString().slice(0, 13));
  if (preference === 'daily')
    return gatheredUntil('day', nextAfter(time, 24 * hour), now.toISOString().slice(0, 10));
  return { key: `commit.${commitId}`, dueAt: gatheredAt(now) };
}

/** The due time of mails about a change processed now: a full second, so that mails are sent in batches. */
export function gatheredAt(now: Date): Date {
  return new Date(nextAfter(now.getTime() + gathering, 1_000));
}

function gatheredUntil(span: string, end: number, name: string) {
  return { key: `${span}.${name}`, dueAt: new Date(end) };
}

/** The end of the period that contains a time. Days of Unix time are UTC days. */
function nextAfter(time: number, length: number): number {
  return (Math.floor(time / length) + 1) * length;
}
