import { Counter, type Registry } from 'prom-client';

export class WebhookMetrics {
  readonly attempts;

  constructor(registry: Registry) {
    this.attempts = new Counter({
      name: 'svc_webhook_deliveries_total',
      help: 'Attempts to send deliveries of webhooks, by outcome: delivered, retried, failed, or held (paused, or behind another delivery).',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
  }
}
