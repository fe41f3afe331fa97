import { listLimits } from '@svc/contracts';
import type { mongo } from 'mongoose';

/** Maximum number of chosen records that a picker offers for one field. */
export const maxChosen = 5;

/** The records that one user worked on and chose since the last write, newest last. */
export interface RecentChange {
  /** Record id → when the user last opened, created or commented on it. */
  readonly viewed: ReadonlyMap<number, Date>;
  /** Key of a connection field → the records connected through it. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The update that puts a change before the stored records: each record is stored once, at its latest place. */
export function recentUpdate({ viewed, chosen }: RecentChange): mongo.Document[] {
  const set: Record<string, mongo.Document> = {};
  if (viewed.size > 0) set['viewed'] = withViews(viewed);
  for (const [key, ids] of chosen) set[`chosen.${key}`] = withChoices(`chosen.${key}`, ids);
  return [{ $set: set }];
}

/** Sorted by time, since other instances write views that are older or newer. */
function withViews(viewed: RecentChange['viewed']): mongo.Document {
  const views = [...viewed].map(([id, at]) => ({ id, at }));
  const others = withoutThese({ $ifNull: ['$viewed', []] }, '$$this.id', [...viewed.keys()]);
  const all = { $concatArrays: [{ $literal: views }, others] };
  return { $slice: [{ $sortArray: { input: all, sortBy: { at: -1 } } }, listLimits.recent] };
}

function withChoices(path: string, chosen: ReadonlySet<number>): mongo.Document {
  const ids = [...chosen].reverse();
  const others = withoutThese({ $ifNull: [`$${path}`, []] }, '$$this', ids);
  return { $slice: [{ $concatArrays: [{ $literal: ids }, others] }, maxChosen] };
}

function withoutThese(input: mongo.Document, id: string, ids: readonly number[]): mongo.Document {
  return { $filter: { input, cond: { $not: [{ $in: [id, { $literal: ids }] }] } } };
}
