import { msg, ServiceError } from '@svc/contracts';
import type { IdSequence } from '@svc/service-kit';
import type { StoredMeta } from '../store/comment-model.ts';
import type { MetaEntry } from './meta-values.ts';
import type { WriteCode } from './write-code.ts';

/** Maximum number of meta values of a comment: every list contains them all. */
const maxValues = 1_000;

/** A change to the meta of a comment. */
export interface MetaChange {
  readonly before: readonly StoredMeta[];
  readonly sent: readonly MetaEntry[];
  /** The error code of a refusal. */
  readonly code: WriteCode;
}

/**
 * The meta after a change: a sent key gets exactly the sent values (without any it is removed), other keys stay.
 * @throws ServiceError with the given code when there are too many values.
 */
export async function storeMeta({ before, sent, code }: MetaChange, ids: IdSequence): Promise<StoredMeta[]> {
  const sentKeys = new Set(sent.map(([key]) => key));
  const kept = before.filter(({ key }) => !sentKeys.has(key));
  const pairs = sent.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const count = kept.length + pairs.length;
  if (count > maxValues) {
    const message = msg`A comment has at most ${maxValues} values of meta, and this one would have ${count}.`;
    throw new ServiceError(code, message, { status: 400, data: { params: ['meta'] } });
  }
  const taken = await ids.nextIds(pairs.length);
  return [...kept, ...pairs.map((pair, index) => ({ id: String(taken[index]), ...pair }))];
}
