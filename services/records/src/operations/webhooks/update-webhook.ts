import { recordsUpdateWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { webhookAudit } from '../../webhooks/webhook-audit.ts';
import type { WebhookDeps } from '../../webhooks/webhook-deps.ts';
import {
  checkSettings,
  findWebhook,
  presentWebhook,
  requireManager,
  withSent,
} from '../../webhooks/webhook-settings.ts';

const day = 24 * 60 * 60 * 1_000;

/** Changes settings. A webhook that is activated again sends what waits for it, and gets another day for retries. */
export const updateWebhook = defineHandler(recordsUpdateWebhook, async (call, deps: WebhookDeps) => {
  requireManager(call);
  const { id, state, ...sent } = call.input;
  const current = await findWebhook(call, deps, id);
  const settings = withSent(current, sent);
  await checkSettings(call, deps, settings);
  const next = { ...current, ...settings, state: state ?? current.state };
  const reason = next.state === 'active' ? null : current.reason;
  const now = new Date();
  const due = { $set: { dueAt: now, retryUntil: new Date(now.getTime() + day), failures: 0 } };
  const isActivated = current.state === 'paused' && next.state === 'active';
  const answer = await deps.store.commit(call, async () => ({
    writes: [
      deps.webhooks.update({ _id: id }, { $set: { ...settings, state: next.state, reason } }),
      ...(isActivated
        ? [deps.webhookDeliveries.updateMany({ webhookId: id, state: 'waiting', claim: null }, due)]
        : []),
    ],
    ...webhookAudit(call, { action: 'webhook.changed', before: current, after: next }),
    answer: presentWebhook({ ...next, reason }),
  }));
  deps.webhookSender.wake();
  return answer;
});
