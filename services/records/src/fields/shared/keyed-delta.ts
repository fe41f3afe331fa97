import { isDeepStrictEqual } from 'node:util';

/** The entries added and removed, compared by key; a changed entry is in both lists. */
export function keyedDelta<Entry>(
  before: readonly Entry[] = [],
  after: readonly Entry[] = [],
  keyOf: (entry: Entry) => string,
): { added: Entry[]; removed: Entry[] } {
  const notIn = (others: readonly Entry[]) => {
    const known = new Map(others.map((entry) => [keyOf(entry), entry]));
    return (entry: Entry) => !isDeepStrictEqual(known.get(keyOf(entry)), entry);
  };
  return { added: after.filter(notIn(before)), removed: before.filter(notIn(after)) };
}
