import { setTimeout as delay } from 'node:timers/promises';
import type { SearchEngine } from './search-engine.ts';

const pollMilliseconds = 50;

/** Accepted tasks that the engine failed to process. */
export class TasksFailed extends Error {
  override readonly name = 'TasksFailed';
  readonly uids: readonly number[];

  constructor(uids: readonly number[], reason: string) {
    super(`a task of Meilisearch failed: ${reason}`);
    this.uids = uids;
  }
}

/**
 * Waits until the engine has processed these tasks, or the signal aborts.
 * @throws TasksFailed when one failed, was cancelled or is unknown.
 */
export async function carriedOut(
  { client }: SearchEngine,
  uids: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  if (uids.length === 0) return;
  for (;;) {
    const { results } = await client.tasks.getTasks({ uids: [...uids], limit: uids.length });
    if (results.length < uids.length) throw new TasksFailed(uids, 'the task is no longer in its task list');
    const failed = results.filter(({ status }) => status === 'failed' || status === 'canceled');
    if (failed.length > 0) {
      const reason = failed[0]?.error?.message ?? 'the task was cancelled';
      throw new TasksFailed(
        failed.map(({ uid }) => uid),
        reason,
      );
    }
    if (results.every(({ status }) => status === 'succeeded')) return;
    await delay(pollMilliseconds, undefined, { signal });
  }
}

/** Waits until the engine has processed every task on an index that it has accepted by now, or the signal aborts. */
export async function allCarriedOut(
  { client }: SearchEngine,
  indexUid: string,
  signal: AbortSignal,
): Promise<void> {
  const indexUids = [indexUid];
  const { results: newest } = await client.tasks.getTasks({ indexUids, limit: 1 });
  const last = newest[0]?.uid ?? -1;
  for (;;) {
    const query = { indexUids, statuses: ['enqueued' as const, 'processing' as const] };
    const { results: oldest } = await client.tasks.getTasks({ ...query, reverse: true, limit: 1 });
    if ((oldest[0]?.uid ?? Infinity) > last) return;
    await delay(pollMilliseconds, undefined, { signal });
  }
}

/** The failed tasks on the indexes of a rebuild, from any instance. */
export async function failedTasksOf(engine: SearchEngine, rebuild: string): Promise<number[]> {
  const indexUids = engine.indexUids(rebuild);
  const statuses = ['failed' as const, 'canceled' as const];
  const types = ['documentAdditionOrUpdate' as const, 'documentDeletion' as const];
  const { results } = await engine.client.tasks.getTasks({ indexUids, statuses, types, limit: 1_000 });
  return results.map(({ uid }) => uid);
}

/** The number of unprocessed tasks on this installation's indexes. */
export async function openTasks(engine: SearchEngine, rebuild: string | undefined): Promise<number> {
  const indexUids = [...engine.indexUids(), ...(rebuild === undefined ? [] : engine.indexUids(rebuild))];
  const statuses = ['enqueued' as const, 'processing' as const];
  return (await engine.client.tasks.getTasks({ indexUids, statuses, limit: 1 })).total;
}
