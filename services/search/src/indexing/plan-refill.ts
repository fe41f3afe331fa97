import type { Model } from 'mongoose';
import type { IndexingDeps } from '../deps.ts';
import type { IndexName } from '../engine/index-settings.ts';
import type { IndexJobs, JobContent } from './index-jobs.ts';

const atOnce = 500;

/** Has everything search knows of written again to indexes that are not there (any more). */
export async function planRefill(
  missing: readonly IndexName[],
  { records, comments }: IndexingDeps,
  jobs: IndexJobs,
): Promise<void> {
  if (missing.includes('records')) await planAll(records, (recordIds) => jobs.plan({ recordIds }));
  if (missing.includes('comments')) await planAll(comments, (commentIds) => jobs.plan({ commentIds }));
}

async function planAll<State extends { _id: number }>(
  model: Model<State>,
  plan: (ids: NonNullable<JobContent['recordIds']>) => Promise<void>,
): Promise<void> {
  let ids: number[] = [];
  for await (const { _id } of model
    .find({ deletedAt: { $exists: false } }, { _id: 1 })
    .lean<State>()
    .cursor()) {
    ids.push(_id);
    if (ids.length === atOnce) {
      await plan(ids);
      ids = [];
    }
  }
  if (ids.length > 0) await plan(ids);
}
