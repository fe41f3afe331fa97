import { randomUUID } from 'node:crypto';
import { recordsTestWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WebhookDelivery } from '../../store/webhook-models.ts';
import { newlyQueued } from '../../webhooks/queue-deliveries.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, presentDelivery, requireManager } from '../../webhooks/webhook-settings.ts';

const event = 'webhook.test';

/** Queues a delivery that is about no record. */
export const testWebhook = defineHandler(recordsTestWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const { _id: webhookId } = await findWebhook(call, deps, call.input.id);
  const timestamp = new Date().toISOString();
  const delivery: WebhookDelivery = {
    _id: `msg_${webhookId}_${randomUUID()}`,
    webhookId,
    event,
    postType: '',
    recordId: 0,
    seq: 0,
    content: JSON.stringify({ type: event, timestamp, data: { webhook_id: webhookId } }),
    ...newlyQueued(),
  };
  const answer = await deps.store.commit(call, async () => ({
    writes: [deps.webhookDeliveries.insert(delivery)],
    answer: presentDelivery(delivery),
  }));
  deps.webhookSender.wake();
  return answer;
});
