import type { EmailPreference } from '../model/user-settings.ts';
import type { DeliveryDraft } from '../queue/delivery-queue.ts';

/** What mail has to know of a notification. */
export interface Mailed {
  readonly _id: number;
  readonly userId: number;
  readonly commitId: string;
}

/** What a commit tells goes out together, though several events tell of it: at least so long is waited for them, in milliseconds. */
const gathering = 1_000;

const hour = 3_600_000;

/**
 * The mails that tell of these notifications, by what the users have chosen: one for one change, or one for what an hour or a
 * day gathers, days and hours in UTC. Which hour it is goes by now: what comes late is told with what comes next.
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

/** When the mails of a change go out, of which is told now: at a full second, all that are due by then together. */
export function gatheredAt(now: Date): Date {
  return new Date(nextAfter(now.getTime() + gathering, 1_000));
}

function gatheredUntil(span: string, end: number, name: string) {
  return { key: `${span}.${name}`, dueAt: new Date(end) };
}

/** The end of the span of this length in which a time lies. Unix time has no other days than UTC. */
function nextAfter(time: number, length: number): number {
  return (Math.floor(time / length) + 1) * length;
}
