import { randomUUID } from 'node:crypto';
import { backoffMs, type Backoff } from '@svc/service-kit';
import { mayBeAcceptedLater, type Fault } from '../engine/classify-failure.ts';
import type { IndexJob } from './index-job.ts';

/** The number of failures by its own fault after which a job with one entry is set aside. */
export const maxRefusals = 5;

/** The pauses between attempts at a job. */
export const retryWaits: Backoff = { firstMs: 1_000, maxMs: 15_000 };

/**
 * The jobs that replace a failed one. It is retried later, in two halves unless the engine is at fault, so that an
 * entry that cannot be written delays no other. A single entry at fault is set aside in the end; other failures are
 * retried for ever. `failures` of the job contains this one, as the queue counts.
 */
export function afterFailure(job: IndexJob, fault: Fault, error: unknown): readonly IndexJob[] {
  const now = Date.now();
  const reason = messageOf(error);
  const dueAt = new Date(now + backoffMs(retryWaits, job.failures));
  const answered = (job.answered ?? 0) + (mayBeAcceptedLater(error) ? 0 : 1);
  const failed = { ...job, reason, answered, dueAt };
  if (fault === 'engine') return [failed];
  const parts = halves(job);
  if (fault === 'unclear')
    return parts ? parts.map((part) => ({ ...failed, ...part, _id: randomUUID() })) : [failed];
  if (parts) {
    const half = { ...job, failures: job.failures - 1, dueAt: new Date(now) };
    return parts.map((part) => ({ ...half, ...part, _id: randomUUID() }));
  }
  const refusals = job.refusals + 1;
  if (refusals < maxRefusals) return [{ ...failed, refusals }];
  const { dueAt: _dueAt, ...kept } = failed;
  return [{ ...kept, refusals, setAside: { at: new Date(now), error: reason } }];
}

/** A job's entries in two parts; undefined for a single one. */
function halves({
  recordIds,
  commentIds,
}: IndexJob): Pick<IndexJob, 'recordIds' | 'commentIds'>[] | undefined {
  if (recordIds.length > 0 && commentIds.length > 0)
    return [
      { recordIds, commentIds: [] },
      { recordIds: [], commentIds },
    ];
  const middle = Math.ceil(Math.max(recordIds.length, commentIds.length) / 2);
  if (recordIds.length + commentIds.length < 2) return undefined;
  return [
    { recordIds: recordIds.slice(0, middle), commentIds: commentIds.slice(0, middle) },
    { recordIds: recordIds.slice(middle), commentIds: commentIds.slice(middle) },
  ];
}

/** Whether the engine may still accept a request of an earlier attempt. */
export function leavesRequests({ failures, answered = 0 }: IndexJob): boolean {
  return failures - 1 > answered;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
