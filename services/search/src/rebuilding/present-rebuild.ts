import type { Rebuild } from '@svc/contracts';
import type { RebuildProgress } from './rebuild-progress.ts';
import type { Work } from './work.ts';

/** A rebuild as the admin tool is told of it. */
export function presentRebuild(work: Work<RebuildProgress>): Rebuild {
  const { state, records, comments } = work.progress;
  return {
    ...presentWork(work),
    state: work.failure !== undefined ? 'failed' : work.endedAt ? 'done' : state,
    records: { done: records.done, of: records.of },
    comments: { done: comments.done, of: comments.of },
    seconds: work.worked / 1_000,
  };
}

/** When a piece of work on the index began and ended, and what is in its way. */
export function presentWork({ begunAt, endedAt, failure, waitsFor }: Work) {
  return {
    begun_at: begunAt.toISOString(),
    ...(endedAt && { ended_at: endedAt.toISOString() }),
    ...(failure !== undefined && { failure }),
    ...(waitsFor !== undefined && !endedAt && { waits_for: waitsFor }),
  };
}
