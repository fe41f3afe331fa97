import type { StoredJob } from '@svc/service-kit';

/** When a rebuild or a check began and ended, and what is in its way. */
export function presentJob({ begunAt, endedAt, failure, waitsFor }: StoredJob) {
  return {
    begun_at: begunAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(failure !== undefined && { failure }),
    ...(waitsFor !== undefined && !endedAt && { waits_for: waitsFor }),
  };
}
