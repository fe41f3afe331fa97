import { listLimits } from '@svc/contracts';
import type { mongo } from 'mongoose';

/** The records that a picker offers again for one field. */
export const maxChosen = 5;

/** What one user worked on and chose since it was last written, the latest last. */
export interface RecentChange {
  /** Record → when it was last opened, created or commented on. */
  readonly viewed: ReadonlyMap<number, Date>;
  /** Key of a connection field → the records that were connected through it. */
  readonly chosen: ReadonlyMap<string, ReadonlySet<number>>;
}

/** The update that puts a change before what is remembered already: each record is there once, at its latest place. */
export function recentUpdate({ viewed, chosen }: RecentChange): mongo.Document[] {
  const set: Record<string, mongo.Document> = {};
  if (viewed.size > 0) set['viewed'] = withViews(viewed);
  for (const [key, ids] of chosen) set[`chosen.${key}`] = withChoices(`chosen.${key}`, ids);
  return [{ $set: set }];
}

/** By time: other instances write what they have gathered in their own turn. */
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
