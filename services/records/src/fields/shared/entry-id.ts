import { randomInt } from 'node:crypto';

/**
 * A random id for a new entry of a list, as digits. It is made before the existing entries are known, and stays the same
 * when the write is applied again. 47 bits are safe as a JSON number too.
 */
export function newEntryId(): string {
  return String(randomInt(1, 2 ** 47));
}

/** A number of a record or place, sent as a number or as its digits; undefined for anything else. */
export function idOf(input: unknown): number | undefined {
  const id = typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : input;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** An id as clients send it back, as text or as a number; undefined for anything else. */
export function entryId(input: unknown): string | undefined {
  if (typeof input === 'number') return Number.isSafeInteger(input) && input > 0 ? String(input) : undefined;
  return typeof input === 'string' && /^\d{1,15}$/.test(input) ? input : undefined;
}
