/** Records with what they are ordered by: dates in milliseconds, each at the place of its id. */
export interface Dated {
  readonly ids: readonly number[];
  readonly dates: readonly number[];
}

/**
 * The records that come first when they are ordered by date and then by id, both in the same direction: so many, in no order. All are
 * hundreds or thousands, and a comparing sort takes ten times as long.
 */
export function firstInOrder({ ids, dates }: Dated, direction: 1 | -1, count: number): readonly number[] {
  if (ids.length <= count) return ids;
  if (count === 0) return [];
  const sorted = Float64Array.from(dates).sort();
  const last = (direction === 1 ? sorted[count - 1] : sorted[sorted.length - count]) ?? 0;
  const before: number[] = [];
  const equal: number[] = [];
  for (const [place, id] of ids.entries()) {
    const beyond = direction * ((dates[place] ?? 0) - last);
    if (beyond < 0) before.push(id);
    else if (beyond === 0) equal.push(id);
  }
  equal.sort((one, other) => direction * (one - other));
  return [...before, ...equal.slice(0, count - before.length)];
}
