import { recordsRedeliver, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { readLean } from '../../store/read-with-deadline.ts';
import type { WebhookDelivery } from '../../store/webhook-models.ts';
import { newlyQueued } from '../../webhooks/queue-deliveries.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, presentDelivery, requireManager } from '../../webhooks/webhook-settings.ts';

/** Queues a delivery again, with its id and content; the log keeps its earlier attempts. */
export const redeliver = defineHandler(recordsRedeliver, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const { _id: webhookId } = await findWebhook(call, deps, call.input.id);
  const _id = call.input.delivery;
  const query = deps.webhookDeliveries.model.findOne({ _id, webhookId });
  const delivery = await readLean<WebhookDelivery | null>(call, query);
  if (!delivery) throw new ServiceError('webhook_not_found', 'There is no delivery with this id.');
  const { state, failures, dueAt, retryUntil, expiresAt } = newlyQueued();
  const $set = { state, failures, dueAt, retryUntil, expiresAt };
  const answer = await deps.store.commit(call, async () => ({
    writes: [deps.webhookDeliveries.update({ _id, claim: delivery.claim }, { $set })],
    answer: presentDelivery({ ...delivery, ...$set }),
  }));
  deps.webhookSender.wake();
  return answer;
});
