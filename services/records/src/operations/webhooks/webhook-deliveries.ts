import { recordsWebhookDeliveries } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { readLean } from '../../store/read-with-deadline.ts';
import type { WebhookDelivery } from '../../store/webhook-models.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, presentDelivery, requireManager } from '../../webhooks/webhook-settings.ts';

const maxListed = 100;

export const webhookDeliveries = defineHandler(recordsWebhookDeliveries, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const { _id: webhookId } = await findWebhook(call, deps, call.input.id);
  const query = deps.webhookDeliveries.model
    .find({ webhookId })
    .sort({ createdAt: -1, seq: -1 })
    .limit(maxListed);
  return (await readLean<WebhookDelivery[]>(call, query)).map(presentDelivery);
});
