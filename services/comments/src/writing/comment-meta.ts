import { msg, ServiceError } from '@svc/contracts';
import type { IdSequence } from '@svc/service-kit/store';
import { isReaction } from '../reactions/reactions.ts';
import type { StoredMeta } from '../store/comment-model.ts';
import type { WriteCode } from './comment-values.ts';

/** A meta key with its values in order. */
type MetaEntry = readonly [key: string, values: readonly StoredMeta['value'][]];

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
  const message = msg`The value of the meta "${key}" must be a string, a number, a boolean or null, or a list of these.`;
  throw new ServiceError(code, message, { status: 400, data: { params: { meta: message } } });
}

/** Maximum number of meta values of a comment: every list contains them all. */
const maxValues = 1_000;

/**
 * The meta after a change: a sent key gets exactly the sent values (without any it is removed), other keys stay.
 * @throws ServiceError with the given code when there are too many values.
 */
export async function storeMeta(
  { before, sent, code }: { before: readonly StoredMeta[]; sent: readonly MetaEntry[]; code: WriteCode },
  ids: IdSequence,
): Promise<StoredMeta[]> {
  const sentKeys = new Set(sent.map(([key]) => key));
  const kept = before.filter(({ key }) => !sentKeys.has(key));
  const pairs = sent.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const count = kept.length + pairs.length;
  if (count > maxValues) {
    const message = msg`The comment would have ${count} values of meta; the maximum is ${maxValues}.`;
    throw new ServiceError(code, message, { status: 400, data: { params: ['meta'] } });
  }
  return [...kept, ...(await withIds(pairs, ids))];
}

/** Gives new values of meta their ids. */
export async function withIds(
  meta: readonly Omit<StoredMeta, 'id'>[],
  ids: IdSequence,
): Promise<StoredMeta[]> {
  const taken = await ids.nextIds(meta.length);
  return meta.map((each, index) => ({ id: String(taken[index]), ...each }));
}
