import type { Model, QueryFilter } from 'mongoose';
import type { Page } from '../projection/pages.ts';

/** Ids per job. */
const batchSize = 500;

interface Kept {
  readonly _id: number;
  readonly deletedAt?: Date;
}

/** The ids within the range of a page that the projection has, but the page does not, in batches. */
export async function* orphanedIds<State extends Kept>(
  model: Model<State>,
  { after, last, documents }: Page<{ readonly id: number }>,
): AsyncGenerator<number[]> {
  const existing = new Set(documents.map(({ id }) => id));
  const between = { _id: { $gt: after, $lte: last }, deletedAt: { $exists: false } };
  const kept = model
    .find(between as QueryFilter<State>, { _id: 1 })
    .lean<Kept>()
    .cursor();
  let left: number[] = [];
  for await (const { _id } of kept) {
    if (!existing.has(_id)) left.push(_id);
    if (left.length < batchSize) continue;
    yield left;
    left = [];
  }
  if (left.length > 0) yield left;
}
