import { randomInt } from 'node:crypto';

/**
 * The id of a new entry of a list, as digits. At random, so that it can be made before anybody knows which entries there
 * are, and stays the same when a write is applied again; 47 bits, so that it is safe as a JSON number too.
 */
export function newEntryId(): string {
  return String(randomInt(1, 2 ** 47));
}

/** An id as clients send it back, as text or as a number; undefined for anything else. */
export function entryId(input: unknown): string | undefined {
  if (typeof input === 'number') return Number.isSafeInteger(input) && input > 0 ? String(input) : undefined;
  return typeof input === 'string' && /^\d{1,15}$/.test(input) ? input : undefined;
}
