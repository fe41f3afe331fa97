import { ServiceError } from '@svc/contracts';

const pattern =
  /^(\d{4}-\d{2}-\d{2})(?:(?: (\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?)|(?:T(\d{2}:\d{2}:\d{2})(?:\.\d{1,6})?[+-]\d{2}:?\d{2}))?$/;

/**
 * The date of a comment: `Y-m-d`, `Y-m-d H:i:s` (also with a fraction), or ISO 8601 with a numeric offset, which is
 * ignored. Absent or empty: `now`. Whole seconds.
 * @throws ServiceError `add_post_comment` for any other form and for dates that do not exist.
 */
export function commentDate(text: string | undefined, now: Date): Date {
  if (!text) return wholeSeconds(now);
  const match = pattern.exec(text);
  const written = `${match?.[1]}T${match?.[2] ?? match?.[3] ?? '00:00:00'}.000Z`;
  const date = new Date(written);
  if (Number.isNaN(date.getTime()) || date.toISOString() !== written) {
    throw new ServiceError('add_post_comment', 'Invalid date! Correct format should be: Y-m-d H:i:s', {
      status: 400,
    });
  }
  return date;
}

function wholeSeconds(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}
