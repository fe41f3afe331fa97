import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { programVersion, type JobStatus } from '@svc/contracts';
import { attemptEnds, jobRuns, type AttemptEnd, type JobRunEnd } from '../jobs/job-runs.ts';
import type { ObservedJob } from '../jobs/observed-job.ts';
import { within } from '../time/within.ts';
import { Degradation } from './degradation.ts';
import { ExtensionFailures } from './extension-failures.ts';

/** How far a consumer is behind its stream. */
export interface ConsumerLag {
  /** Messages that no instance has received. */
  readonly waiting: number;
  /** Messages that were delivered and not acknowledged: in progress, or waiting for a retry. */
  readonly unacknowledged: number;
}

interface QueueState {
  readonly running: number;
  readonly waiting: number;
}

/** How long a scrape waits for the lag of a consumer or the status of a job, in milliseconds. */
const lagMs = 1_000;
/** For how long the statuses of jobs are valid, in milliseconds. */
const jobStatusesMs = 1_000;

/** The metrics that every service exposes (docs/reference/metrics.md); services register their own in `registry`. */
export class ServiceMetrics {
  readonly registry = new Registry();
  readonly #lags = new Map<string, () => Promise<ConsumerLag>>();
  readonly #queues = new Map<string, () => QueueState>();
  #jobs: readonly ObservedJob[] = [];
  #jobStatuses: { readonly at: number; readonly answer: Promise<readonly JobStatus[]> } | undefined;
  #oldestInOutbox: Date | undefined;

  /** Seconds from the arrival of a request to its reply. */
  readonly operationDuration = new Histogram({
    name: 'svc_operation_duration_seconds',
    help: 'Duration of operations.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  /** Seconds that requests wait in a queue; those that need not wait are not counted. */
  readonly queueWait = new Histogram({
    name: 'svc_queue_wait_seconds',
    help: 'Time that requests waited in a queue, by queue; requests that started at once do not count.',
    labelNames: ['queue'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  readonly queueShed = new Counter({
    name: 'svc_queue_shed_total',
    help: 'Requests refused with 503 instead of queued: the queue was full (full), or the answer would have come too late (late).',
    labelNames: ['queue', 'reason'] as const,
    registers: [this.registry],
  });

  readonly queueLimit = new Gauge({
    name: 'svc_queue_limit',
    help: 'Maximum number of requests of a queue that run (all), that run for one caller (caller), and that wait (waiting).',
    labelNames: ['queue', 'of'] as const,
    registers: [this.registry],
  });

  readonly outboxPending = new Gauge({
    name: 'svc_outbox_pending',
    help: 'Events and commands that are committed but not yet published.',
    registers: [this.registry],
  });

  readonly outboxRefused = new Counter({
    name: 'svc_outbox_refused_total',
    help: 'Events and commands that were set aside because they can never be published.',
    registers: [this.registry],
  });

  readonly eventsConsumed = new Counter({
    name: 'svc_events_consumed_total',
    help: 'Deliveries of events and commands by consumer and outcome.',
    labelNames: ['consumer', 'outcome'] as const,
    registers: [this.registry],
  });

  /** Seconds for a batch of events, or for one command. */
  readonly consumerDuration = new Histogram({
    name: 'svc_consumer_batch_duration_seconds',
    help: 'Duration of handling a batch of messages by consumer and outcome.',
    labelNames: ['consumer', 'outcome'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  /** Seconds from the request for a connection to the answer of the server. */
  readonly mongodbDuration = new Histogram({
    name: 'svc_mongodb_command_duration_seconds',
    help: 'Duration of MongoDB commands of requests and jobs, including the wait for a connection and the decoding of the answer.',
    labelNames: ['command', 'collection', 'outcome'] as const,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  readonly hookDuration = new Histogram({
    name: 'svc_hook_duration_seconds',
    help: 'Duration of the hooks of extensions by extension, hook and outcome: ok, refused, failed or timeout.',
    labelNames: ['extension', 'hook', 'outcome'] as const,
    buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
    registers: [this.registry],
  });

  readonly jobDuration = new Histogram({
    name: 'svc_job_duration_seconds',
    help: 'Duration of the runs of background jobs by job and outcome: ok or failed. A run that finds no work counts, too.',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.005, 0.05, 0.5, 5, 30, 300, 3_600],
    registers: [this.registry],
  });

  readonly jobAttempts = new Counter({
    name: 'svc_job_attempts_total',
    help: 'Attempts at pieces of durable work by job and outcome: retried, returned (to the queue without an attempt), lost (to another instance), cancelled, or the state in which the piece ended.',
    labelNames: ['job', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly breakerState = new Gauge({
    name: 'svc_breaker_state',
    help: 'State of the circuit breaker for a service or Meilisearch: 0 closed, 1 half open, 2 open.',
    labelNames: ['target'] as const,
    registers: [this.registry],
  });

  readonly extensionFailures = new ExtensionFailures(this.registry);

  readonly degradation = new Degradation(this.registry);

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    this.#exposeProgram();
    this.#exposeOutboxAge();
    this.#exposeLags();
    this.#exposeQueues();
    this.#exposeJobs();
  }

  /** Counts the runs of all jobs of the process and their attempts; returns a function that ends this. */
  countJobs(): () => void {
    const countRun = (message: unknown) => {
      const { job, outcome, seconds } = message as JobRunEnd;
      this.jobDuration.observe({ job, outcome }, seconds);
    };
    const countAttempt = (message: unknown) => {
      const { job, outcome } = message as AttemptEnd;
      this.jobAttempts.inc({ job, outcome });
    };
    jobRuns.subscribe(countRun);
    attemptEnds.subscribe(countAttempt);
    return () => {
      jobRuns.unsubscribe(countRun);
      attemptEnds.unsubscribe(countAttempt);
    };
  }

  /** Registers the durable jobs of the service, whose statuses each scrape reads. */
  watchJobs(jobs: readonly ObservedJob[]): void {
    this.#jobs = jobs;
    this.#jobStatuses = undefined;
  }

  /** Returns the statuses of the jobs that answer in time; those who ask at the same time share them. */
  jobStatuses(): Promise<readonly JobStatus[]> {
    const now = performance.now();
    if (!this.#jobStatuses || now - this.#jobStatuses.at > jobStatusesMs)
      this.#jobStatuses = { at: now, answer: this.#askJobs() };
    return this.#jobStatuses.answer;
  }

  async #askJobs(): Promise<readonly JobStatus[]> {
    const asked = this.#jobs.map((job) => within(lagMs, job.jobStatus()));
    const answered = await Promise.allSettled(asked);
    return answered.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  /** Sets when the oldest waiting item of the outbox was committed; undefined while none waits. */
  setOldestInOutbox(createdAt: Date | undefined): void {
    this.#oldestInOutbox = createdAt;
  }

  /**
   * Registers a function that each scrape calls for the lag of a consumer; returns a function that removes it. When it fails, the scrape
   * omits the lag.
   */
  watchLag(consumer: string, lag: () => Promise<ConsumerLag>): () => void {
    this.#lags.set(consumer, lag);
    return () => {
      if (this.#lags.get(consumer) === lag) this.#lags.delete(consumer);
    };
  }

  /** Returns the lags of the watched consumers that answer in time. */
  async consumerLags(): Promise<Map<string, ConsumerLag>> {
    const asked = [...this.#lags].map(
      async ([consumer, lag]) => [consumer, await within(lagMs, lag())] as const,
    );
    const answered = await Promise.allSettled(asked);
    return new Map(answered.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
  }

  /** Registers a function that each scrape calls for the length of a queue. */
  watchQueue(queue: string, state: () => QueueState): void {
    this.#queues.set(queue, state);
  }

  #exposeQueues(): void {
    const queues = this.#queues;
    new Gauge({
      name: 'svc_queue_requests',
      help: 'Running and queued requests, by queue.',
      labelNames: ['queue', 'state'] as const,
      registers: [this.registry],
      collect() {
        for (const [queue, state] of queues) {
          const { running, waiting } = state();
          this.set({ queue, state: 'running' }, running);
          this.set({ queue, state: 'waiting' }, waiting);
        }
      },
    });
  }

  #exposeJobs(): void {
    const statuses = () => this.jobStatuses();
    new Gauge({
      name: 'svc_job_pieces',
      help: 'Pieces of durable work by job and state: waiting, running, failing (waiting after a failure) or failed (not retried). All instances report the same value, at most 10,000.',
      labelNames: ['job', 'state'] as const,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const { name: job, ...counts } of await statuses())
          for (const state of pieceStates) this.set({ job, state }, counts[state]);
      },
    });
    new Gauge({
      name: 'svc_job_late_seconds',
      help: 'For how long the oldest piece of durable work should have been done, by job; 0 while none is late.',
      labelNames: ['job'] as const,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const { name: job, late_seconds: late } of await statuses()) this.set({ job }, late);
      },
    });
  }

  #exposeProgram(): void {
    const info = new Gauge({
      name: 'svc_program_info',
      help: 'The version of the program and of Node as labels; the value is 1.',
      labelNames: ['version', 'node'] as const,
      registers: [this.registry],
    });
    info.set({ version: programVersion, node: process.versions.node }, 1);
  }

  #exposeOutboxAge(): void {
    const age = () => (this.#oldestInOutbox ? Math.max(0, Date.now() - this.#oldestInOutbox.getTime()) : 0);
    new Gauge({
      name: 'svc_outbox_oldest_age_seconds',
      help: 'Age of the oldest event or command in the outbox; 0 for an empty outbox.',
      registers: [this.registry],
      collect() {
        this.set(age() / 1000);
      },
    });
  }

  #exposeLags(): void {
    const lags = () => this.consumerLags();
    new Gauge({
      name: 'svc_consumer_lag_messages',
      help: 'Messages of a consumer that no instance has received (waiting), or that are being handled or will be retried (unacknowledged). All instances report the same value.',
      labelNames: ['consumer', 'state'] as const,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const [consumer, { waiting, unacknowledged }] of await lags()) {
          this.set({ consumer, state: 'waiting' }, waiting);
          this.set({ consumer, state: 'unacknowledged' }, unacknowledged);
        }
      },
    });
  }
}

const pieceStates = ['waiting', 'running', 'failing', 'failed'] as const;

/** The states of a circuit breaker, by their value in `svc_breaker_state`. */
export const breakerStates = { closed: 0, halfOpen: 1, open: 2 } as const;
