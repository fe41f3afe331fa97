import { isDeepStrictEqual } from 'node:util';

/** Which of several entries came and which went; a changed one did both. */
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
