import type { StoredMeta } from '../store/comment-model.ts';

/** Meta in an answer: key → list of `{id, value}`; an empty list when there is none (docs/comments.md#reading). */
export function presentMeta(
  meta: readonly StoredMeta[],
): Record<string, Pick<StoredMeta, 'id' | 'value'>[]> | never[] {
  if (meta.length === 0) return [];
  const byKey = Map.groupBy(meta, ({ key }) => key);
  return Object.fromEntries(
    [...byKey].map(([key, values]) => [key, values.map(({ id, value }) => ({ id, value }))]),
  );
}
