import type { Model, QueryFilter } from 'mongoose';
import type { Page } from '../projection/pages.ts';

/** As many ids are one job. */
const batchSize = 500;

/** What search takes for existing. */
interface Kept {
  readonly _id: number;
  readonly deletedAt?: Date;
}

/** The ids between the ends of a page that search keeps and the page has not, some at a time. */
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
