import type { StoredJob } from '@svc/service-kit/store';

/** The common part of rebuilds and checks in the form for the admin tool. */
export function presentJob<State>(job: StoredJob<{ readonly state: State }>) {
  const { begunAt, endedAt, failure, reason, progress } = job;
  const outcome = failure === undefined ? ('done' as const) : ('failed' as const);
  return {
    begun_at: begunAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(failure !== undefined && { failure }),
    ...(reason !== undefined && !endedAt && { waits_for: reason }),
    state: endedAt || failure !== undefined ? outcome : progress.state,
  };
}
