import { recordsDeleteWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { webhookAudit } from '../../webhooks/webhook-audit.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, requireManager } from '../../webhooks/webhook-settings.ts';

export const deleteWebhook = defineHandler(recordsDeleteWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const webhook = await findWebhook(call, deps, call.input.id);
  const { _id } = webhook;
  const answer = await deps.store.commit(call, async () => ({
    writes: [deps.webhooks.delete({ _id })],
    ...webhookAudit(call, { action: 'webhook.deleted', before: webhook, after: null }),
    answer: true as const,
  }));
  // The sender ends the deliveries of a webhook that does not exist.
  await deps.webhookDeliveries.model.deleteMany({ webhookId: _id });
  return answer;
});
