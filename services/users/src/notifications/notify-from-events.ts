import { eventConsumers, systemActor } from '@svc/contracts';
import { Deadline, type EventProcessor, type Logger } from '@svc/service-kit';
import type { EventDraft, Store, Write } from '@svc/service-kit/store';
import type { StoredNotification } from '../model/notification.ts';
import type { User } from '../model/user.ts';
import type { RecipientSources } from './find-recipients.ts';
import type { LastViews } from './last-views.ts';
import { makeNotifications } from './make-notifications.ts';
import type { Marks } from './marks.ts';
import {
  isCommentEvent,
  notifiedEventSchema,
  type NotifiedEvent,
  readNotifiableEvent,
  type NotifiableEvent,
} from './notifiable-event.ts';
import type { NotificationStore } from './notification-store.ts';

export interface Outgoing {
  /** The writes that queue them, for the commit that creates the notifications. */
  writesFor(notifications: readonly StoredNotification[], receivers: readonly User[]): Promise<Write[]>;
  /** To be called after the commit. */
  kickWhenGathered(): void;
}

export interface NotifyOptions extends RecipientSources {
  readonly store: Store;
  readonly notifications: NotificationStore;
  readonly marks: Marks;
  readonly lastViews: LastViews;
  readonly deliveries: Outgoing;
  readonly log: Logger;
}

/**
 * Creates notifications from events of records, comments and shares, and changes or removes them with what they are
 * about.
 */
export function notifyFromEvents(options: NotifyOptions): EventProcessor<NotifiedEvent> {
  /** The events that were read to decide whether they are handled: each is read once. */
  const known = new WeakMap<NotifiedEvent, NotifiableEvent>();
  const read = (event: NotifiedEvent): NotifiableEvent => {
    const notifiable = known.get(event) ?? readNotifiableEvent(event);
    known.set(event, notifiable);
    return notifiable;
  };
  return {
    ...eventConsumers.notifications,
    schema: notifiedEventSchema,
    batchSize: 100,
    wants(event) {
      const notifiable = read(event);
      return isChange(notifiable) || notifiable.matches.length > 0;
    },
    async handle(events) {
      const all = events.map(read);
      // Changes first: notifications created afterwards then find their marks.
      for (const each of all.filter(isChange)) await applyChange(each, options);
      const made = all.filter((each) => !isChange(each));
      if (made.length > 0) await notify(made, options);
    },
  };
}

/** Whether an event changes or removes notifications and creates none. */
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

/**
 * Reads the marks again after writing: a change that another instance processes meanwhile has either stored its mark or
 * finds the new notifications.
 */
async function notify(events: readonly NotifiableEvent[], options: NotifyOptions): Promise<void> {
  const stateOf = await options.marks.about(events);
  const open = events.filter((each) => !stateOf(each).isTold && !stateOf(each).isGone);
  if (open.length > 0) await write(open, options);
  await reconcile(events, options);
}

/**
 * Creates all notifications in one commit. It fails when another instance has processed one of the events; each is then
 * retried separately.
 */
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
    events: made.filter(({ channels }) => channels.includes('web')).map(notificationEvent),
    answer: undefined,
  }));
  deliveries.kickWhenGathered();
}

/** The event of a notification that its user sees in the web client. */
function notificationEvent({ _id: id, userId, name, record }: StoredNotification): EventDraft {
  const about = { id, user_id: userId, name, post_type: record.postType, record_id: record.id };
  const data = { notification: about };
  return {
    entity: 'notification',
    verb: 'created',
    subject: `notifications/${id}`,
    data,
    withoutValues: () => data,
  };
}

/** Applies marks and views to the new notifications, because events can overtake each other. */
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
