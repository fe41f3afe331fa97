import { Histogram, type Registry } from 'prom-client';

export class GatewayMetrics {
  /** Seconds from the first byte of a request to the end of its answer. */
  readonly requestDuration;

  constructor(registry: Registry) {
    this.requestDuration = new Histogram({
      name: 'svc_http_request_duration_seconds',
      help: 'Duration of HTTP requests.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
  }
}
