import { createHash } from 'node:crypto';
import { refuseFilter, type ListPlace } from '../query/list-query.ts';

const checksumLength = 16;

/**
 * A place as clients get it (docs/reference/list-pages.md#cursors). Its checksum covers the list, so that a cursor of another list is
 * refused. The values in it are those of a record that its reader has seen: they are checked for damage, not kept secret.
 */
export function encodeCursor({ position = [], isBackward }: ListPlace, cursorKey: string): string {
  const text = JSON.stringify([isBackward, ...position.map(toJson)]);
  return Buffer.from(checksumOf(text, cursorKey) + text).toString('base64url');
}

/** The place of a cursor; an empty one is the beginning. @throws ServiceError naming `cursor` if it is not one of this list. */
export function decodeCursor(cursor: string, cursorKey: string): ListPlace {
  if (cursor === '') return { isBackward: false };
  const decoded = Buffer.from(cursor, 'base64url').toString('utf8');
  const text = decoded.slice(checksumLength);
  if (decoded.slice(0, checksumLength) !== checksumOf(text, cursorKey))
    throw refuseFilter(
      'cursor must be the next_cursor or previous_cursor of an answer to the same list, with the same filters and sort',
      'cursor',
    );
  const [isBackward, ...position] = JSON.parse(text) as [boolean, ...unknown[]];
  return { isBackward, ...(position.length > 0 ? { position: position.map(fromJson) } : {}) };
}

function checksumOf(text: string, cursorKey: string): string {
  return createHash('sha256').update(`${cursorKey} ${text}`).digest('base64url').slice(0, checksumLength);
}

/** Sort values are texts, numbers, booleans, nulls and dates. */
function toJson(value: unknown): unknown {
  return value instanceof Date ? { date: value.getTime() } : value;
}

function fromJson(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? new Date((value as { date: number }).date) : value;
}
