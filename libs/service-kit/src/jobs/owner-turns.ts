import type { mongo } from 'mongoose';

/** The number of pieces of one owner that one instance works on at a time, so that no owner delays the others. */
export interface OwnerShare {
  /** The path of the owner. */
  readonly path: string;
  readonly atOnce: number;
}

/** Which pieces to choose. `held` are those that the instance works on already. */
interface Choice {
  readonly owner: OwnerShare;
  /** The path of a value that comes before the turns of owners in the order of the candidates. */
  readonly priority: string | undefined;
  readonly held: readonly object[];
  readonly limit: number;
}

/** Returns the owners that have their share already. */
export function busyOwners({ path, atOnce }: OwnerShare, held: readonly object[]): unknown[] {
  return [...countOwners(held, path)].flatMap(([owner, count]) => (count >= atOnce ? [owner] : []));
}

/** Chooses among candidates: the first of each owner, then the second of each, and so on, up to the share of each. */
export function chooseInTurns(
  candidates: readonly mongo.Document[],
  { owner: { path, atOnce }, priority, held, limit }: Choice,
): readonly mongo.Document[] {
  const ofPriority = (each: mongo.Document): unknown => priority !== undefined && each[priority];
  const groups = [...Map.groupBy(candidates, ofPriority).values()];
  const counts = countOwners(held, path);
  return groups
    .flatMap((group) => inTurns(group, path))
    .filter((each) => addTo(counts, each[path]) <= atOnce)
    .slice(0, limit);
}

function inTurns(pieces: readonly mongo.Document[], path: string): mongo.Document[] {
  const counts = new Map<unknown, number>();
  const placed = pieces.map((piece) => ({ piece, turn: addTo(counts, piece[path]) }));
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ piece }) => piece);
}

function countOwners(pieces: readonly object[], path: string): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const piece of pieces) addTo(counts, (piece as mongo.Document)[path]);
  return counts;
}

function addTo(counts: Map<unknown, number>, owner: unknown): number {
  const count = (counts.get(owner) ?? 0) + 1;
  counts.set(owner, count);
  return count;
}
