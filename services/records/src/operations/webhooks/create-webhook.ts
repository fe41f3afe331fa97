import { maxWebhooks, msg, recordsCreateWebhook, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WebhookDocument } from '../../store/webhook-models.ts';
import { webhookAudit } from '../../webhooks/webhook-audit.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import { checkSettings, presentWebhook, requireManager } from '../../webhooks/webhook-settings.ts';

export const createWebhook = defineHandler(recordsCreateWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const {
    url,
    events,
    post_types: postTypes = null,
    fields = null,
    filter = null,
    body = 'changes',
  } = call.input;
  const { as_user: asUser = call.actor.userId } = call.input;
  const settings = { url, events, postTypes, fields, filter, body, asUser };
  await checkSettings(call, deps, settings);
  if ((await deps.webhooks.model.countDocuments()) >= maxWebhooks)
    throw new ServiceError(
      'webhook_forbidden',
      msg`There are ${maxWebhooks} webhooks, the maximum; delete one first.`,
    );
  const secret = deps.webhookSecrets.make();
  const id = await deps.webhookIds.next();
  const webhook: WebhookDocument = {
    _id: id,
    ...settings,
    owner: call.actor.kind === 'system' ? asUser : call.actor.userId,
    secret: deps.webhookSecrets.seal(secret, id),
    formerSecret: null,
    state: 'active',
    reason: null,
    createdAt: new Date(),
  };
  const answer = { ...presentWebhook(webhook), secret };
  return deps.store.commit(call, async () => ({
    writes: [deps.webhooks.insert(webhook)],
    ...webhookAudit(call, { action: 'webhook.created', before: null, after: webhook }),
    answer,
  }));
});
