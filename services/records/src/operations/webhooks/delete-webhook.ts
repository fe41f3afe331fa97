import { recordsDeleteWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, requireManager } from '../../webhooks/webhook-settings.ts';

export const deleteWebhook = defineHandler(recordsDeleteWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const { _id } = await findWebhook(call, deps, call.input.id);
  const writes = [deps.webhooks.delete({ _id })];
  const answer = await deps.store.commit(call, async () => ({ writes, answer: true as const }));
  // The sender ends the deliveries of a webhook that does not exist.
  await deps.webhookDeliveries.model.deleteMany({ webhookId: _id });
  return answer;
});
