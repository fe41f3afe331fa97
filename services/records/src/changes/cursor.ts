import { z } from 'zod';
import { ServiceError } from '@svc/contracts';
import { invalidParam, parseJson } from '@svc/service-kit';
import { changesKeptDays } from '../store/record-change-model.ts';

const cursorSchema = z.object({
  /** The consumer whose positions these are. */
  created: z.string(),
  /** A digest of the grants for which the client has the records. */
  rights: z.string(),
  /** When the cursor was issued, in milliseconds. */
  at: z.number(),
  /** The client has everything as of this position. */
  from: z.int(),
  /** While changes are sent in pages: those up to this position were sent. */
  sent: z.int(),
  /** While all records are sent in pages: those up to this id were sent. */
  afterId: z.int().optional(),
});

/** A position in the changes of records, or in the pages of all records. */
export type Cursor = z.infer<typeof cursorSchema>;

const day = 24 * 60 * 60 * 1_000;
/** Documents of changes expire a little later or earlier than their time. */
const marginMs = 60 * 60 * 1_000;

/** The text of a cursor, which clients treat as opaque. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/**
 * Reads a cursor that was issued for the same rights.
 * @throws ServiceError `rest_invalid_param` for a text that is no cursor; `cursor_expired` for one that is too old, or was issued for other rights.
 */
export function readCursor(text: string, { created, rights }: Pick<Cursor, 'created' | 'rights'>): Cursor {
  const read = cursorSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString('utf8')));
  if (!read.success) throw invalidParam({ since: 'since must be a cursor of an earlier answer' });
  const cursor = read.data;
  const isOld = cursor.at < Date.now() - changesKeptDays * day + marginMs;
  if (!isOld && cursor.created === created && cursor.rights === rights) return cursor;
  throw new ServiceError(
    'cursor_expired',
    'The cursor is too old, or your permissions have changed since; begin again without it.',
  );
}
