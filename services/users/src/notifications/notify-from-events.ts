import { eventConsumers, systemActor } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger, type Store, type Write } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { LastViews } from './last-views.ts';
import { makeNotifications } from './make-notifications.ts';
import type { Marks } from './marks.ts';
import type { NotificationStore } from './notification-store.ts';
import { isCommentEvent, notifiedEventSchema, type NotifiedEvent } from './notified-event.ts';
import type { RecipientSources } from './find-recipients.ts';
import { readNotifiableEvent, type NotifiableEvent } from './notifiable-event.ts';

/** Deliveries of notifications: mails and pushes. */
export interface Outgoing {
  /** The writes that queue them: they belong in the commit that makes the notifications. */
  writesFor(notifications: readonly StoredNotification[], receivers: readonly User[]): Promise<Write[]>;
  /** Called after the commit. */
  kick(): void;
}

/** What `notifyFromEvents` needs. */
export interface NotifyOptions extends RecipientSources {
  readonly store: Store;
  readonly notifications: NotificationStore;
  readonly marks: Marks;
  readonly lastViews: LastViews;
  readonly deliveries: Outgoing;
  readonly log: Logger;
}

/** Makes notifications from events of records, comments and shares, and changes and removes them with what they are about. */
export function notifyFromEvents(options: NotifyOptions): EventProcessor<NotifiedEvent> {
  return {
    ...eventConsumers.notifications,
    schema: notifiedEventSchema,
    batchSize: 50,
    async handle(events) {
      for (const event of events) await handleEvent(event, options);
    },
  };
}

async function handleEvent(event: NotifiedEvent, options: NotifyOptions): Promise<void> {
  if (event.type === 'svc.record.deleted') return handleDeletion(event, options);
  if (isCommentEvent(event) && event.type !== 'svc.comment.created')
    return handleCommentChange(event, options);
  return notify(event, options);
}

/** The marks are applied last: what another instance learned meanwhile is then either in the marks or finds these notifications. */
async function notify(event: NotifiedEvent, options: NotifyOptions): Promise<void> {
  const notifiable = readNotifiableEvent(event);
  if (notifiable.matches.length === 0) return;
  const about = { recordId: notifiable.record.id, commentId: notifiable.comment?.id };
  if (!(await options.marks.isOver({ eventId: event.id, ...about }))) await write(notifiable, options);
  await reconcile(notifiable, options);
}

async function write(notifiable: NotifiableEvent, options: NotifyOptions): Promise<void> {
  const { store, marks, notifications, deliveries, log } = options;
  const { drafts, users } = await makeNotifications(options, notifiable);
  const made = await notifications.numbered(drafts);
  const call = { actor: systemActor('users'), deadline: Deadline.after(), claim: undefined, log };
  await store.commit(call, async () => ({
    writes: [
      marks.noteEvent(notifiable.event.id),
      ...made.map((notification) => notifications.insertion(notification)),
      ...(await deliveries.writesFor(made, users)),
    ],
    answer: undefined,
  }));
  deliveries.kick();
}

/** Applies to the new notifications what was learned before: events may overtake each other. */
async function reconcile({ event, record, comment }: NotifiableEvent, options: NotifyOptions): Promise<void> {
  const { marks, notifications, lastViews } = options;
  const known = await marks.about({ recordId: record.id, commentId: comment?.id });
  if (known.isGone) return notifications.removeOfEvent(event.id);
  const { text, version } = known.comment ?? {};
  if (comment && text !== undefined && version !== undefined)
    await notifications.changeComment(comment.id, { text, version });
  const receivers = (await notifications.ofEvent(event.id)).map(({ userId }) => userId);
  await notifications.viewed(await lastViews.of([...new Set(receivers)], record.id));
}

async function handleDeletion(event: NotifiedEvent, { marks, notifications }: NotifyOptions) {
  const { id } = readNotifiableEvent(event).record;
  await marks.gone('record', id);
  await notifications.removeOfRecord(id);
}

async function handleCommentChange(
  event: NotifiedEvent,
  { marks, notifications }: NotifyOptions,
): Promise<void> {
  const { comment } = readNotifiableEvent(event);
  if (!comment) return;
  const { id, content: text, version } = comment;
  if (event.type === 'svc.comment.deleted') {
    await marks.gone('comment', id);
    return notifications.removeOfComment(id);
  }
  await marks.changed(id, { text, version });
  await notifications.changeComment(id, { text, version });
}
