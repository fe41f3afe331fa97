import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LiveObserver } from '../live/live-changes.ts';
import { Traffic } from './traffic.ts';

export class GatewayMetrics {
  /** Seconds from the first byte of a request to the end of its answer. */
  readonly requestDuration;
  readonly liveObserver: LiveObserver;
  readonly traffic = new Traffic();

  constructor(registry: Registry) {
    this.requestDuration = new Histogram({
      name: 'svc_http_request_duration_seconds',
      help: 'Duration of HTTP requests.',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    });
    this.liveObserver = liveObserver(registry);
  }
}

function liveObserver(registry: Registry): LiveObserver {
  const registers = [registry];
  const streams = new Gauge({
    name: 'svc_event_streams',
    help: 'Open event streams.',
    registers,
  });
  const ended = new Counter({
    name: 'svc_event_streams_ended_total',
    help: 'Event streams that ended, by reason.',
    labelNames: ['reason'] as const,
    registers,
  });
  const delivery = new Histogram({
    name: 'svc_event_delivery_seconds',
    help: 'Time from the publication of an event until it was sent to the readers of event streams.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  return {
    open: (count) => streams.set(count),
    ended: (reason) => ended.inc({ reason }),
    delivered: (seconds) => delivery.observe(seconds),
  };
}
