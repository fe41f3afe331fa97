import type { Task } from 'meilisearch';
import type { Logger } from '@svc/service-kit';
import type { SearchEngine } from './search-engine.ts';
import type { SearchMetrics } from './search-metrics.ts';

const batchSize = 100;

/**
 * Watches for tasks that the engine accepted but failed to process: their changes are missing from the index, so a
 * check is started. Each failure is logged as an error and counted in `svc_search_failed_tasks_total`.
 */
export class FailedTasks {
  readonly #engine: SearchEngine;
  readonly #log: Logger;
  readonly #counter: SearchMetrics['failedTasks'];
  readonly #checkAll: () => Promise<boolean>;
  #isCheckDue = false;
  #newestSeen: number | undefined;

  /** `checkAll` starts a check of the whole index, and returns whether it has begun. */
  constructor(
    engine: SearchEngine,
    { log, metrics }: { log: Logger; metrics: Pick<SearchMetrics, 'failedTasks'> },
    checkAll: () => Promise<boolean>,
  ) {
    this.#engine = engine;
    this.#checkAll = checkAll;
    this.#log = log;
    this.#counter = metrics.failedTasks;
  }

  /** Reports the failures since the last call; the first call only stores the latest task. */
  async look(): Promise<void> {
    const failed = await this.#failedTasks();
    const seen = this.#newestSeen;
    this.#newestSeen = Math.max(seen ?? -1, ...failed.map((task) => task.uid));
    const unseen = seen === undefined ? [] : failed.filter(({ uid }) => uid > seen);
    for (const task of unseen) this.#report(task);
    this.#isCheckDue ||= unseen.length > 0;
    if (this.#isCheckDue) this.#isCheckDue = !(await this.#checkAll());
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
