import { ServiceError, type InputOf, type usersNotifications } from '@svc/contracts';
import type { NotificationPage } from './notification-store.ts';

/** The maximum size of a page, and of its request to the records service. */
const maxPageSize = 1_000;
const switchedOn: readonly unknown[] = [true, 1, '1', 'true'];

/**
 * Reads the page that a request asks for. Anything but a number counts as 0; too large numbers become the maximum.
 * @throws ServiceError `notification_param_error` without `page` or `limit`.
 */
export function readPage({
  all,
  page,
  limit,
  mentions,
}: InputOf<typeof usersNotifications>): NotificationPage {
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
