import { eventConsumers, systemActor } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger, type Store, type Write } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { LastViews } from './last-views.ts';
import { makeNotifications } from './make-notifications.ts';
import type { Marks } from './marks.ts';
import type { NotificationStore } from './notification-store.ts';
import { isCommentEvent, notifiedEventSchema, type TellingEvent } from './notified-event.ts';
import type { KnownUsers } from './people-of.ts';
import { toldEvent, type ToldEvent } from './told-event.ts';

/** Deliveries of notifications: mails and pushes. */
export interface Outgoing {
  /** The writes that queue them: they belong in the commit that makes the notifications. */
  writesFor(notifications: readonly StoredNotification[], receivers: readonly User[]): Promise<Write[]>;
  /** Called after the commit. */
  kick(): void;
}

/** What `tellEvents` needs. */
export interface TellEventsOptions extends KnownUsers {
  readonly store: Store;
  readonly notifications: NotificationStore;
  readonly marks: Marks;
  readonly lastViews: LastViews;
  readonly deliveries: Outgoing;
  readonly log: Logger;
}

/** Makes notifications from events of records, comments and shares, and changes and removes them with what they are about. */
export function tellEvents(options: TellEventsOptions): EventProcessor<TellingEvent> {
  return {
    ...eventConsumers.notifications,
    schema: notifiedEventSchema,
    batchSize: 50,
    async handle(events) {
      for (const event of events) await take(event, options);
    },
  };
}

async function take(event: TellingEvent, options: TellEventsOptions): Promise<void> {
  if (event.type === 'svc.record.deleted') return takeDeletion(event, options);
  if (isCommentEvent(event) && event.type !== 'svc.comment.created') return takeComment(event, options);
  return tell(event, options);
}

/** The marks are applied last: what another instance learned meanwhile is then either in the marks or finds these notifications. */
async function tell(event: TellingEvent, options: TellEventsOptions): Promise<void> {
  const told = toldEvent(event);
  if (told.told.length === 0) return;
  const about = { recordId: told.record.id, commentId: told.comment?.id };
  if (!(await options.marks.isOver({ eventId: event.id, ...about }))) await write(told, options);
  await settle(told, options);
}

async function write(told: ToldEvent, options: TellEventsOptions): Promise<void> {
  const { store, marks, notifications, deliveries, log } = options;
  const { drafts, users } = await makeNotifications(options, told);
  const made = await notifications.numbered(drafts);
  const call = { actor: systemActor('users'), deadline: Deadline.after(), claim: undefined, log };
  await store.commit(call, async () => ({
    writes: [
      marks.told(told.event.id),
      ...made.map((notification) => notifications.insertion(notification)),
      ...(await deliveries.writesFor(made, users)),
    ],
    answer: undefined,
  }));
  deliveries.kick();
}

/** Applies to the new notifications what was learned before: events may overtake each other. */
async function settle({ event, record, comment }: ToldEvent, options: TellEventsOptions): Promise<void> {
  const { marks, notifications, lastViews } = options;
  const known = await marks.about({ recordId: record.id, commentId: comment?.id });
  if (known.isGone) return notifications.removeOfEvent(event.id);
  const { text, version } = known.comment ?? {};
  if (comment && text !== undefined && version !== undefined)
    await notifications.changeComment(comment.id, { text, version });
  const receivers = (await notifications.ofEvent(event.id)).map(({ userId }) => userId);
  await notifications.viewed(await lastViews.of([...new Set(receivers)], record.id));
}

async function takeDeletion(event: TellingEvent, { marks, notifications }: TellEventsOptions) {
  const { id } = toldEvent(event).record;
  await marks.gone('record', id);
  await notifications.removeOfRecord(id);
}

async function takeComment(event: TellingEvent, { marks, notifications }: TellEventsOptions): Promise<void> {
  const { comment } = toldEvent(event);
  if (!comment) return;
  const { id, content: text, version } = comment;
  if (event.type === 'svc.comment.deleted') {
    await marks.gone('comment', id);
    return notifications.removeOfComment(id);
  }
  await marks.changed(id, { text, version });
  await notifications.changeComment(id, { text, version });
}
