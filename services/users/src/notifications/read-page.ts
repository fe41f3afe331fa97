import { ServiceError, type InputOf, type usersNotifications } from '@svc/contracts';
import type { NotificationPage } from './notification-store.ts';

/** The most that one answer has; records are asked of as many. */
const maxPageSize = 1_000;
const switchedOn: readonly unknown[] = [true, 1, '1', 'true'];

/**
 * Which notifications a request asks for. What is no number counts as 0, what is too large as the most that there may be.
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

function wholeNumber(sent: unknown, most: number): number {
  const number = Math.trunc(Number(sent));
  return Number.isNaN(number) ? 0 : Math.min(Math.max(number, 0), most);
}
