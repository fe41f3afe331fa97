import { isDeepStrictEqual } from 'node:util';

/** The entries added and removed. With `keyOf`, entries are the same if their keys are; a changed entry is in both lists. */
export function listDelta<Entry>(
  before: readonly Entry[] = [],
  after: readonly Entry[] = [],
  keyOf: (entry: Entry) => unknown = (entry) => entry,
): { added: Entry[]; removed: Entry[] } {
  const notIn = (others: readonly Entry[]) => {
    const known = new Map(others.map((entry) => [keyOf(entry), entry]));
    return (entry: Entry) => !isDeepStrictEqual(known.get(keyOf(entry)), entry);
  };
  return { added: after.filter(notIn(before)), removed: before.filter(notIn(after)) };
}
