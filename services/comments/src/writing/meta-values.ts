import { say, ServiceError } from '@svc/contracts';
import { isReaction } from '../reactions/reaction-key.ts';
import type { WriteCode } from './write-code.ts';

/** A key of meta with its values in order. */
export type MetaEntry = readonly [key: string, values: readonly string[]];

/**
 * Reads the meta of a request: key → value or list of values; a list that a form sent as an object counts as a list.
 * Anything but an object is no meta, and neither is what is named like a reaction: those are set by reacting alone.
 * @throws ServiceError with the given code, naming the key, for a value that is no text, number or boolean.
 */
export function metaValues(meta: unknown, code: WriteCode): MetaEntry[] {
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta)) return [];
  return Object.entries(meta)
    .filter(([key]) => !isReaction(key))
    .map(([key, sent]) => [key.toWellFormed(), listOf(sent).map((value) => toText(value, key, code))]);
}

function listOf(sent: unknown): readonly unknown[] {
  if (sent === null || sent === undefined) return [];
  return typeof sent === 'object' ? Object.values(sent) : [sent];
}

function toText(value: unknown, key: string, code: WriteCode): string {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'boolean') return value ? '1' : '';
  if (typeof value === 'number') return String(value);
  const message = say`The meta "${key}" has a value that is no text, number or boolean; send such a value or a list of them.`;
  throw new ServiceError(code, message, { status: 400, data: { params: { meta: message } } });
}
