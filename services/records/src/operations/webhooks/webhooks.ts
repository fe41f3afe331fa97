import { recordsWebhooks } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { readLean } from '../../store/read-with-deadline.ts';
import type { WebhookDocument } from '../../store/webhook-models.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { presentWebhook, requireManager } from '../../webhooks/webhook-settings.ts';

export const webhooks = defineHandler(recordsWebhooks, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const found = await readLean<WebhookDocument[]>(call, deps.webhooks.model.find().sort({ _id: 1 }));
  return found.map(presentWebhook);
});
