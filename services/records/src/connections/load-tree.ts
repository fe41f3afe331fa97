import type { Call } from '@svc/service-kit';
import type { EdgeDocument, End } from '../model/edge.ts';
import { edgesOf, otherEnd } from '../model/side.ts';
import type { Collections } from '../store/collections.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** Records below a record, level by level: children are connected with their parent at the given end. */
export interface Tree {
  /** All records of the tree, the root first. */
  readonly ids: readonly number[];
  /** The children of each record, in the order in which they were connected. A record is among the children of its first parent alone, except in a cycle. */
  readonly children: ReadonlyMap<number, readonly number[]>;
}

interface Bounds {
  readonly root: number;
  /** The end at which parents are. */
  readonly end: End;
  readonly maxDepth: number;
  readonly maxRecords: number;
}

type Edge = Pick<EdgeDocument, 'from' | 'to'>;

/** Loads the tree below a record, with one query for each level, up to a depth and a number of records. */
export async function loadTree(
  call: Pick<Call, 'deadline'>,
  { edges }: Pick<Collections, 'edges'>,
  { root, end, maxDepth, maxRecords }: Bounds,
): Promise<Tree> {
  const parentOf = new Map<number, number | undefined>([[root, undefined]]);
  const children = new Map<number, number[]>();
  let level = [root];
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    const next: number[] = [];
    const found = edges
      .find(edgesOf(end, level), { from: 1, to: 1 })
      .sort({ createdAt: 1, position: 1 })
      .limit(maxRecords);
    for (const edge of await readLean<Edge[]>(call, found)) {
      const parent = end.side === 'from' ? edge.from : edge.to;
      const child = otherEnd(edge, parent);
      const isNew = !parentOf.has(child) && parentOf.size < maxRecords;
      if (!isNew && !isAbove(child, parent, parentOf)) continue;
      children.set(parent, [...(children.get(parent) ?? []), child]);
      if (!isNew) continue;
      parentOf.set(child, parent);
      next.push(child);
    }
    level = next;
  }
  return { ids: [...parentOf.keys()], children };
}

/** Whether a record is on the way from the root down to another, or that one itself: then the connections form a cycle. */
function isAbove(id: number, other: number, parentOf: ReadonlyMap<number, number | undefined>): boolean {
  for (let at: number | undefined = other; at !== undefined; at = parentOf.get(at))
    if (at === id) return true;
  return false;
}
