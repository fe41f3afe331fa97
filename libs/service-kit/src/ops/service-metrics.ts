import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics that every service exposes; `registry` takes further ones. */
export class ServiceMetrics {
  readonly registry = new Registry();

  /** Seconds from taking a request off the bus to its reply. */
  readonly operationDuration = new Histogram({
    name: 'svc_operation_duration_seconds',
    help: 'Time to answer an operation.',
    labelNames: ['operation', 'outcome'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  readonly outboxPending = new Gauge({
    name: 'svc_outbox_pending',
    help: 'Events and commands that are committed and not yet published.',
    registers: [this.registry],
  });

  readonly eventsConsumed = new Counter({
    name: 'svc_events_consumed_total',
    help: 'Deliveries of events and commands by consumer and outcome.',
    labelNames: ['consumer', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly extensionFailures = new Counter({
    name: 'svc_extension_failures_total',
    help: 'Actions of extensions that failed after a commit.',
    labelNames: ['extension', 'hook'] as const,
    registers: [this.registry],
  });

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
  }
}
