import { usersNotifications } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { presentNotification } from '../../notifications/present-notification.ts';
import { readPage } from '../../notifications/read-page.ts';
import { wordingNow } from '../../notifications/wording-now.ts';
import type { NotificationDeps } from './notification-deps.ts';

/** The caller's notifications on the channel `web`; actors other than users have none. */
export const notifications = defineHandler(usersNotifications, async (call, deps: NotificationDeps) => {
  const { userId, locale } = call.actor;
  const found = await deps.notifications.page(userId, readPage(call.input));
  const wordingOf = await wordingNow(call, deps, found);
  const { publicUrl, translatorFor } = deps;
  const reader = { locale, publicUrl, translate: translatorFor(locale), now: new Date() };
  return found.map((notification) => presentNotification(notification, wordingOf(notification), reader));
});
