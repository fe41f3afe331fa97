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
  kickWhenGathered(): void;
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
    wants: (event) => isNotifiable(readNotifiableEvent(event)),
    async handle(events) {
      const all = events.map(readNotifiableEvent);
      // First: what is made after it finds the marks of it.
      for (const each of all.filter(isChange)) await applyChange(each, options);
      const made = all.filter((each) => !isChange(each));
      if (made.length > 0) await notify(made, options);
    },
  };
}

/** Most events are of what nobody is told. */
function isNotifiable(event: NotifiableEvent): boolean {
  return isChange(event) || event.matches.length > 0;
}

/** Whether an event changes or removes notifications, and makes none. */
function isChange({ event }: NotifiableEvent): boolean {
  return (
    event.type === 'svc.record.deleted' || (isCommentEvent(event) && event.type !== 'svc.comment.created')
  );
}

async function applyChange({ event, record, comment }: NotifiableEvent, options: NotifyOptions) {
  const { marks, notifications } = options;
  if (!comment) {
    await marks.gone('record', record.id);
    return notifications.removeOfRecord(record.id);
  }
  const { id, content: text, version } = comment;
  if (event.type === 'svc.comment.deleted') {
    await marks.gone('comment', id);
    return notifications.removeOfComment(id);
  }
  await marks.changed(id, { text, version });
  await notifications.changeComment(id, { text, version });
}

/** The marks are applied last: what another instance learned meanwhile is then either in the marks or finds these notifications. */
async function notify(events: readonly NotifiableEvent[], options: NotifyOptions): Promise<void> {
  const stateOf = await options.marks.about(events);
  const open = events.filter((each) => !stateOf(each).isTold && !stateOf(each).isGone);
  if (open.length > 0) await write(open, options);
  await reconcile(events, options);
}

/** All in one commit. Where another instance has told one of them meanwhile, each is tried again by itself. */
async function write(events: readonly NotifiableEvent[], options: NotifyOptions): Promise<void> {
  const { store, marks, notifications, deliveries, log } = options;
  const { drafts, users } = await makeNotifications(options, events);
  const made = await notifications.numbered(drafts);
  const call = { actor: systemActor('users'), deadline: Deadline.after(), claim: undefined, log };
  await store.commit(call, async () => ({
    writes: [
      ...events.map(({ event }) => marks.noteEvent(event.id)),
      ...made.map((notification) => notifications.insertion(notification)),
      ...(await deliveries.writesFor(made, users)),
    ],
    answer: undefined,
  }));
  deliveries.kickWhenGathered();
}

/** Applies to the new notifications what was learned before: events may overtake each other. */
async function reconcile(events: readonly NotifiableEvent[], options: NotifyOptions): Promise<void> {
  const { marks, notifications, lastViews } = options;
  const stateOf = await marks.about(events);
  const gone = events.filter((each) => stateOf(each).isGone);
  if (gone.length > 0) await notifications.removeOfEvents(gone.map(({ event }) => event.id));
  for (const { comment } of events.filter((each) => !gone.includes(each))) {
    const { text, version } = (comment && stateOf({ comment }).comment) ?? {};
    if (comment && text !== undefined && version !== undefined)
      await notifications.changeComment(comment.id, { text, version });
  }
  const written = await notifications.ofEvents(events.map(({ event }) => event.id));
  const receivers = written.map(({ userId, record }) => ({ userId, recordId: record.id }));
  await notifications.viewed(await lastViews.of(receivers));
}
