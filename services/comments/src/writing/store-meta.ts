import type { IdSequence } from '@svc/service-kit';
import type { StoredMeta } from '../store/comment-model.ts';
import type { MetaEntry } from './meta-values.ts';

/** Meta with what a request sent: a key that was sent has the values that were sent (none: it is gone), others stay. */
export async function storeMeta(
  before: readonly StoredMeta[],
  sent: readonly MetaEntry[],
  ids: IdSequence,
): Promise<StoredMeta[]> {
  const sentKeys = new Set(sent.map(([key]) => key));
  const pairs = sent.flatMap(([key, values]) => values.map((value) => ({ key, value })));
  const taken = await ids.take(pairs.length);
  const added = pairs.map((pair, index) => ({ id: String(taken[index]), ...pair }));
  return [...before.filter(({ key }) => !sentKeys.has(key)), ...added];
}
