import type { StoredJob } from '@svc/service-kit';

/** The common part of rebuilds and checks in the form for the admin tool. */
export function presentJob({ begunAt, endedAt, failure, waitsFor }: StoredJob) {
  return {
    begun_at: begunAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(failure !== undefined && { failure }),
    ...(waitsFor !== undefined && !endedAt && { waits_for: waitsFor }),
  };
}
