import { msg, ServiceError } from '@svc/contracts';
import type { IdSequence } from '@svc/service-kit';
import type { StoredMeta } from '../store/comment-model.ts';
import type { MetaEntry } from './meta-values.ts';
import type { WriteCode } from './write-code.ts';

/** As many values one comment may have: they travel whole with every list it is in. */
const maxValues = 1_000;

/** What a request does to the meta of a comment. */
export interface MetaChange {
  readonly before: readonly StoredMeta[];
  readonly sent: readonly MetaEntry[];
  /** The code to refuse it with. */
  readonly code: WriteCode;
}

/**
 * Meta with what a request sent: a key that was sent has the values that were sent (none: it is gone), others stay.
 * @throws ServiceError with the given code when these are too many.
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
