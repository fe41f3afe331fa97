import type { Model } from 'mongoose';
import { NatsError, type NatsConnection } from 'nats';
import { eventStream, searchStatus } from '@svc/contracts';
import { defineHandler, nextMoment, requireOperator, type TimeOfDay } from '@svc/service-kit';
import type { LeasedJob } from '@svc/service-kit/store';
import { presentCheck, type CheckProgress } from '../checking/check-progress.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { openTasks } from '../engine/task-outcomes.ts';
import type { IndexJob } from '../indexing/index-job.ts';
import { durables } from '../indexing/indexing.ts';
import { type RebuildProgress, presentRebuild } from '../rebuilding/rebuild-progress.ts';

interface StatusDeps {
  readonly engine: SearchEngine;
  readonly jobs: Model<IndexJob>;
  readonly bus: NatsConnection;
  readonly rebuilds: Pick<LeasedJob<RebuildProgress>, 'state'>;
  readonly checks: Pick<LeasedJob<CheckProgress>, 'state'>;
  /** Undefined without a daily check. */
  readonly checkAt: TimeOfDay | undefined;
}

/** The lag of the index, and the last rebuild and check. */
export const indexStatus = defineHandler(searchStatus, async ({ actor }, deps: StatusDeps) => {
  requireOperator(actor);
  const now = new Date();
  const [lag, rebuild, check] = await Promise.all([
    lagOf(deps, now),
    deps.rebuilds.state(),
    deps.checks.state(),
  ]);
  const next = deps.checkAt && nextMoment(deps.checkAt, now);
  return {
    lag,
    ...(rebuild && { rebuild: presentRebuild(rebuild) }),
    ...(check && { check: presentCheck(check) }),
    ...(next && { next_check_at: next.toISOString() }),
  };
});

/** How far the index is behind the records and comments. */
export type IndexLag = Awaited<ReturnType<typeof lagOf>>;

export async function lagOf(deps: StatusDeps, now: Date) {
  const { jobs } = deps;
  const [events, open, setAside, oldest, tasks] = await Promise.all([
    untakenEvents(deps),
    jobs.countDocuments({ dueAt: { $exists: true } }),
    jobs.countDocuments({ 'setAside.at': { $exists: true } }),
    jobs
      .findOne({ dueAt: { $exists: true } }, { since: 1 })
      .sort({ since: 1 })
      .lean<Pick<IndexJob, 'since'>>(),
    tasksOf(deps),
  ]);
  const since = oldest?.since;
  return {
    events,
    jobs: open,
    set_aside: setAside,
    // A job may have begun since `now`.
    ...(since && { oldest_job: Math.max(0, now.getTime() - since.getTime()) / 1_000 }),
    ...(tasks !== undefined && { engine_tasks: tasks }),
  };
}

/**
 * The number of events that are not processed yet. Before the consumers exist, which requires the engine, these are all
 * events of the stream.
 */
async function untakenEvents({ bus }: Pick<StatusDeps, 'bus'>): Promise<number> {
  const manager = await bus.jetstreamManager();
  try {
    const untaken = durables.map(async (durable) => {
      const { num_pending, num_ack_pending } = await manager.consumers.info(eventStream, durable);
      return num_pending + num_ack_pending;
    });
    return (await Promise.all(untaken)).reduce((sum, count) => sum + count, 0);
  } catch (error) {
    if (!isUnknownConsumer(error)) throw error;
    return (await manager.streams.info(eventStream)).state.messages;
  }
}

const notFound = 404;

function isUnknownConsumer(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === notFound;
}

/** Undefined when the engine does not answer. */
async function tasksOf({
  engine,
  rebuilds,
}: Pick<StatusDeps, 'engine' | 'rebuilds'>): Promise<number | undefined> {
  const rebuild = await rebuilds.state();
  return openTasks(engine, rebuild?.endedAt ? undefined : rebuild?.run).catch(() => undefined);
}
