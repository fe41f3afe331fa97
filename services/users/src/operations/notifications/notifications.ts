import { usersNotifications, ServiceError, type InputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import type { NotificationPage } from '../../notifications/notification-store.ts';
import { presentNotification } from '../../notifications/present-notification.ts';
import { wordingNow } from '../../notifications/wording-now.ts';

/** The caller's notifications on the channel `web`; actors other than users have none. */
export const notifications = defineHandler(
  usersNotifications,
  async (call, deps: Deps<'notifications' | 'users' | 'caller' | 'permalinkOf' | 'translatorFor'>) => {
    const { locale } = call.actor;
    const found = await deps.notifications.page(call.actor, readPage(call.input));
    const wordingOf = await wordingNow(call, deps, found);
    const { permalinkOf, translatorFor } = deps;
    const reader = { locale, permalinkOf, translate: translatorFor(locale), now: new Date() };
    return found.map((notification) => presentNotification(notification, wordingOf(notification), reader));
  },
);

/** The maximum size of a page, and of its request to the records service. */
const maxPageSize = 1_000;
const switchedOn: readonly unknown[] = [true, 1, '1', 'true'];

/**
 * Reads the page that a request asks for. Anything but a number counts as 0; too large numbers become the maximum.
 * @throws ServiceError `notification_param_error` without `page` or `limit`.
 */
function readPage({ all, page, limit, mentions }: InputOf<typeof usersNotifications>): NotificationPage {
  if ((page ?? '') === '' || (limit ?? '') === '') {
    throw new ServiceError('notification_param_error', 'Please set the page and limit query parameters');
  }
  return {
    isUnreadOnly: !switchedOn.includes(all),
    isMentionsOnly: switchedOn.includes(mentions),
    offset: wholeNumber(page, Number.MAX_SAFE_INTEGER),
    limit: wholeNumber(limit, maxPageSize),
  };
}

function wholeNumber(sent: unknown, max: number): number {
  const number = Math.trunc(Number(sent));
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), max);
}
