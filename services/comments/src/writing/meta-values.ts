import { msg, ServiceError } from '@svc/contracts';
import { isReaction } from '../reactions/reaction-key.ts';
import type { StoredMeta } from '../store/comment-model.ts';
import type { WriteCode } from './write-code.ts';

/** A meta key with its values in order. */
export type MetaEntry = readonly [key: string, values: readonly StoredMeta['value'][]];

/**
 * Reads the meta of a request: key → value or list of values; a list that a form sent as an object counts as a list.
 * Anything but an object is ignored, and so are keys of reactions, which only a reaction sets.
 * @throws ServiceError with the given code, naming the key, for a value that is not a text, number, boolean or null.
 */
export function metaValues(meta: unknown, code: WriteCode): MetaEntry[] {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return [];
  return Object.entries(meta)
    .filter(([key]) => !isReaction(key))
    .map(([key, sent]) => [key.toWellFormed(), listOf(sent).map((value) => stored(value, key, code))]);
}

function listOf(sent: unknown): readonly unknown[] {
  return typeof sent === 'object' && sent !== null ? Object.values(sent) : [sent];
}

function stored(value: unknown, key: string, code: WriteCode): StoredMeta['value'] {
  if (value === null) return null;
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'boolean') return value ? '1' : '';
  if (typeof value === 'number') return String(value);
  const message = msg`The meta "${key}" has a value that is not a text, number, boolean or null; send such a value or a list of them.`;
  throw new ServiceError(code, message, { status: 400, data: { params: { meta: message } } });
}
