import { recordsRotateWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { webhookAudit } from '../../webhooks/webhook-audit.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { findWebhook, presentWebhook, requireManager } from '../../webhooks/webhook-settings.ts';

export const rotateWebhook = defineHandler(recordsRotateWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const webhook = await findWebhook(call, deps, call.input.id);
  const secret = deps.webhookSecrets.make();
  const { _id, secret: former } = webhook;
  const $set = deps.webhookSecrets.rotated(webhook, secret);
  const answer = { ...presentWebhook(webhook), secret };
  // Of two rotations at the same time, one fails and is repeated with the secret of the other.
  return deps.store.commit(call, async () => ({
    writes: [deps.webhooks.update({ _id, secret: former }, { $set })],
    ...webhookAudit(call, { action: 'webhook.rotated', before: webhook, after: webhook }),
    answer,
  }));
});
