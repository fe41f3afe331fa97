import { Counter, Histogram, type Registry } from 'prom-client';

export class SearchMetrics {
  readonly failedTasks;
  /** Seconds from a request to Meilisearch to the end of its answer. */
  readonly requestDuration;

  constructor(registry: Registry) {
    this.failedTasks = new Counter({
      name: 'svc_search_failed_tasks_total',
      help: 'Tasks of the search engine that failed after they were accepted.',
      registers: [registry],
    });
    this.requestDuration = new Histogram({
      name: 'svc_meilisearch_request_duration_seconds',
      help: 'Duration of requests to Meilisearch by method and kind, such as POST multi-search.',
      labelNames: ['request', 'outcome'] as const,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    });
  }
}
