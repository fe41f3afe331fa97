import type { Task } from 'meilisearch';
import type { Logger } from '@svc/service-kit';
import type { SearchEngine } from './search-engine.ts';
import type { SearchMetrics } from './search-metrics.ts';

const batchSize = 100;

/** Checks of the whole index. */
interface Checks {
  /** When the last one began. */
  readonly lastBegunAt: () => Promise<Date | undefined>;
  /** Starts one; returns whether it has begun. */
  readonly begin: () => Promise<boolean>;
}

/**
 * Watches for tasks that the engine accepted but failed to process: their changes are missing from the index, so a
 * check is started. Each failure is logged as an error and counted in `svc_search_failed_tasks_total`.
 */
export class FailedTasks {
  readonly #engine: SearchEngine;
  readonly #log: Logger;
  readonly #counter: SearchMetrics['failedTasks'];
  readonly #checks: Checks;
  #isCheckDue = false;
  #newestSeen: number | undefined;

  constructor(
    engine: SearchEngine,
    { log, metrics }: { log: Logger; metrics: Pick<SearchMetrics, 'failedTasks'> },
    checks: Checks,
  ) {
    this.#engine = engine;
    this.#checks = checks;
    this.#log = log;
    this.#counter = metrics.failedTasks;
  }

  /** Reports the failures since the last call; the first call those since the last check, which this instance may not have seen. */
  async look(): Promise<void> {
    const failed = await this.#failedTasks();
    const unseen = await this.#unseen(failed);
    this.#newestSeen = Math.max(this.#newestSeen ?? -1, ...failed.map((task) => task.uid));
    for (const task of unseen) this.#report(task);
    this.#isCheckDue ||= unseen.length > 0;
    if (this.#isCheckDue) this.#isCheckDue = !(await this.#checks.begin());
  }

  async #unseen(failed: readonly Task[]): Promise<Task[]> {
    const newest = this.#newestSeen;
    if (newest !== undefined) return failed.filter(({ uid }) => uid > newest);
    const checkedAt = (await this.#checks.lastBegunAt())?.getTime() ?? 0;
    return failed.filter(({ finishedAt }) => new Date(finishedAt ?? 0).getTime() > checkedAt);
  }

  async #failedTasks(): Promise<Task[]> {
    const indexUids = this.#engine.indexUids();
    const types: Task['type'][] = ['documentAdditionOrUpdate', 'documentDeletion', 'settingsUpdate'];
    const query = { indexUids, types, statuses: ['failed' as const], limit: batchSize };
    return (await this.#engine.client.tasks.getTasks(query)).results;
  }

  #report(task: Task): void {
    this.#counter.inc();
    const { uid, indexUid, type, error, details } = task;
    this.#log.error({ task: { uid, indexUid, type, error, details } }, 'a task of the search engine failed');
  }
}
