import { settingsOf } from '../model/user-settings.ts';
import { notesOf, type NoteSources } from '../notifications/notes-of.ts';
import type { NotificationStore } from '../notifications/notification-store.ts';
import type { Route } from '../queue/deliverer.ts';
import type { DeliveryDraft } from '../queue/delivery-queue.ts';
import type { UserStore } from '../store/user-store.ts';
import type { PushMessage } from './push-message.ts';
import type { PushWebhook } from './push-webhook.ts';

/** What pushes are made and sent with. */
export interface PushRouteOptions extends NoteSources {
  readonly users: Pick<UserStore, 'byId'>;
  readonly notifications: Pick<NotificationStore, 'ofUser'>;
  readonly webhook: Pick<PushWebhook, 'send'>;
}

/** The pushes to the devices of users: one for each notification, at once. */
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

/** How pushes go out. The webhook knows a second one by its id, so one that may have gone out is sent again. */
export function pushRoute(options: PushRouteOptions): Route<PushMessage> {
  return {
    name: 'push',
    whenLost: 'waiting',
    prepare: ({ userId, notifications }) => messageFor(userId, notifications, options),
    // Nobody looks at pushes: what they say stays nowhere.
    shown: () => null,
    send: (message, { _id }, signal) => options.webhook.send(_id, message, signal),
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
