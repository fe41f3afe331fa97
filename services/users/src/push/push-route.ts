import { settingsOf } from '../model/user-settings.ts';
import { notesOf, type NoteSources } from '../notifications/notes-of.ts';
import type { NotificationStore } from '../notifications/notification-store.ts';
import type { Route } from '../queue/deliverer.ts';
import type { DeliveryDraft } from '../queue/delivery-queue.ts';
import type { UserStore } from '../store/user-store.ts';
import type { PushMessage, pushWebhook } from './push-webhook.ts';

export interface PushRouteOptions extends NoteSources {
  readonly users: Pick<UserStore, 'byId'>;
  readonly notifications: Pick<NotificationStore, 'ofUser'>;
  readonly push: ReturnType<typeof pushWebhook>;
}

/** Pushes to the devices of users: one per notification, due immediately. */
export function pushDrafts(
  notifications: readonly { readonly _id: number; readonly userId: number }[],
  dueAt: Date,
): DeliveryDraft[] {
  return notifications.map(({ _id, userId }) => ({
    _id: `${userId}.notification.${_id}`,
    kind: 'notification',
    userId,
    dueAt,
    notifications: [_id],
  }));
}

/** The route of pushes. The webhook recognises duplicates by their id, so a push that may have been sent is sent again. */
export function pushRoute(options: PushRouteOptions): Route<PushMessage> {
  return {
    name: 'push',
    whenLost: 'waiting',
    prepare: ({ userId, notifications }) => messageFor(userId, notifications, options),
    // Nobody reads past pushes, so their content is not stored.
    shown: () => null,
    send: (message, { _id }, signal) => options.push(_id, message, signal),
  };
}

async function messageFor(
  userId: number,
  ids: readonly number[],
  options: PushRouteOptions,
): Promise<PushMessage | undefined> {
  const { users, notifications } = options;
  const user = await users.byId(userId);
  if (!user || user.disabled) return undefined;
  const devices = settingsOf(user).pushDevices;
  const found = devices.length === 0 ? [] : await notifications.ofUser(userId, ids, 1);
  const [note] = await notesOf(found, user.locale, options);
  return note && { devices, title: found[0]?.record.name ?? '', text: note.text, link: note.link };
}
