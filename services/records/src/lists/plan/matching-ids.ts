import type { PipelineStage } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { ListPlan } from './plan-list.ts';

/** Ids that one document brings; it may not become larger than 16 MB. */
const together = 50_000;

/** The ids of all records that a list finds. @throws MongoServerError when it takes longer than the caller waits. */
export async function matchingIds(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'records'>,
  plan: ListPlan,
): Promise<readonly number[]> {
  return findTogether<number>(call, deps, { plan, each: '$_id' });
}

/** What an expression gives for each record that a list finds. @throws MongoServerError when it takes longer than the caller waits. */
export async function findTogether<Each>(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'records'>,
  { plan, each }: { plan: ListPlan; each: unknown },
): Promise<readonly Each[]> {
  const part = { $floor: { $divide: ['$_id', together] } };
  const stages = [
    { $match: plan.filter },
    { $group: { _id: part, all: { $push: each } } },
  ] as PipelineStage[];
  const parts = await deps.records.aggregate<{ all: Each[] }>(stages).option({
    maxTimeMS: Math.max(1, call.deadline.remaining),
    ...(plan.hint ? { hint: plan.hint } : {}),
  });
  return parts.flatMap(({ all }) => all);
}
