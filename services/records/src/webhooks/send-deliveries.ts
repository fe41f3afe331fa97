import { usersPausedWebhook } from '@svc/contracts';
import { backoffMs, Deadline, messageOf, ScheduledTask, type ServiceContext } from '@svc/service-kit';
import { Lease, unlessLost, type LeaseOptions } from '@svc/service-kit/store';
import type { mongo } from 'mongoose';
import { askAsSystem } from '../directory/ask-as-system.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { WebhookMetrics } from './webhook-metrics.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Longer than sending one delivery can take. */
const leaseMs = 2 * minute;
const timeoutMs = 15_000;
/** How many deliveries an instance sends at the same time, in all and to each receiver. */
const atOnce = 16;
const atOnceEach = 4;
/** The longest pause between two looks at the queue. */
const everyMs = 5_000;
/** How soon a delivery looks again whether the one before it was sent. */
const lookAgainMs = 500;
const retryWaits = { firstMs: 5_000, maxMs: 6 * 60 * minute };
/** How many of the latest attempts are kept, and for how long deliveries that are over. */
const maxAttempts = 20;
const keptMs = 7 * day;
/** The status by which a receiver ends a webhook. */
const gone = 410;
/** When a delivery of a paused webhook is due. */
const never = new Date('9999-01-01T00:00:00Z');

type SenderDeps = Omit<WebhookDeps, 'webhookSender'>;

/** Sends due deliveries, those about one record in the order of their events. All instances do so; a lease keeps each to one of them. */
export interface WebhookSender {
  readonly start: () => void;
  readonly wake: () => void;
  /** Resolves when the deliveries that are being sent have ended. */
  readonly stop: () => Promise<void>;
}

export function webhookSender(deps: SenderDeps, { log, metrics }: ServiceContext): WebhookSender {
  const { attempts: count } = new WebhookMetrics(metrics.registry);
  const collection = deps.webhookDeliveries.model.collection as unknown as mongo.Collection;
  const lease: LeaseOptions = { collection, holder: 'claim', until: 'dueAt', leaseMs };
  /** The deliveries that are being sent, with the ids of their webhooks. */
  const underWay = new Map<Promise<void>, number>();
  const task = new ScheduledTask({
    name: 'send deliveries of webhooks',
    everyMs,
    failure: 'failed to send deliveries of webhooks',
    log,
    async run() {
      while (!task.isStopped && underWay.size < atOnce) {
        const filter = sendable([...underWay.values()]);
        const taken = await Lease.acquire<WebhookDelivery>(lease, { filter, sort: { dueAt: 1, seq: 1 } });
        if (!taken) return nextDue(deps, filter);
        const sending = deliver(deps, taken)
          .then(({ name, pauses }) => {
            count.inc({ outcome: name });
            return pauses && pause(deps, pauses, log);
          })
          .catch((error: unknown) => log.warn({ err: error }, 'failed to send a delivery; will retry'))
          .finally(() => {
            underWay.delete(sending);
            task.wake();
          });
        underWay.set(sending, taken.document.webhookId);
      }
    },
  });
  return {
    start: () => task.wake(),
    wake: () => task.wake(),
    stop: async () => {
      await task.stop();
      await Promise.all(underWay.keys());
    },
  };
}

/** Waiting deliveries, without those of webhooks that have their share of the sending: a slow receiver does not delay the others. */
function sendable(sending: readonly number[]) {
  const busy = sending.filter((id) => sending.filter((other) => other === id).length >= atOnceEach);
  return { state: 'waiting' as const, webhookId: { $nin: [...new Set(busy)] } };
}

/** When a delivery that can be sent is due, if that is soon. */
async function nextDue(
  { webhookDeliveries }: SenderDeps,
  filter: ReturnType<typeof sendable>,
): Promise<Date | undefined> {
  const next = await webhookDeliveries.model
    .findOne(filter)
    .sort({ dueAt: 1 })
    .select({ dueAt: 1 })
    .lean<Pick<WebhookDelivery, 'dueAt'>>();
  return next?.dueAt;
}

interface Taken {
  readonly lease: Lease;
  readonly document: WebhookDelivery;
}

async function deliver(deps: SenderDeps, { lease, document }: Taken): Promise<Outcome> {
  const outcome = await attempt(deps, document);
  await lease.release(outcome.values).catch(unlessLost);
  if (outcome.name === 'delivered') await releaseNext(deps, document);
  return outcome;
}

interface Outcome {
  readonly name: 'delivered' | 'retried' | 'failed' | 'held';
  readonly values: Partial<WebhookDelivery>;
  /** The webhook that is paused, and why. */
  readonly pauses?: { readonly webhook: WebhookDocument; readonly reason: string };
}

async function attempt(deps: SenderDeps, delivery: WebhookDelivery): Promise<Outcome> {
  const webhook = await deps.webhooks.model.findById(delivery.webhookId).lean<WebhookDocument>();
  if (!webhook) return { name: 'failed', values: over('failed', delivery.attempts) };
  if (webhook.state === 'paused') return { name: 'held', values: { dueAt: never } };
  const earlier = await earlierDelivery(deps, delivery);
  if (earlier) return { name: 'held', values: { dueAt: afterEarlier(earlier) } };
  const made = await send(deps, webhook, delivery);
  const attempts = [...delivery.attempts, made].slice(-maxAttempts);
  if (made.status !== null && made.status >= 200 && made.status < 300)
    return { name: 'delivered', values: over('delivered', attempts) };
  const reason = made.error ?? `the receiver answered ${made.status}`;
  if (made.status === gone)
    return { name: 'failed', values: over('failed', attempts), pauses: { webhook, reason } };
  const failures = delivery.failures + 1;
  const dueAt = new Date(Date.now() + backoffMs(retryWaits, failures));
  if (dueAt <= delivery.retryUntil) return { name: 'retried', values: { attempts, failures, dueAt } };
  return { name: 'failed', values: over('failed', attempts), pauses: { webhook, reason } };
}

function over(state: 'delivered' | 'failed', attempts: readonly WebhookAttempt[]): Partial<WebhookDelivery> {
  return { state, attempts, dueAt: never, expiresAt: new Date(Date.now() + keptMs) };
}

/** Deliveries about the same record that waited for this one are due. */
async function releaseNext(
  { webhookDeliveries }: SenderDeps,
  { webhookId, postType, recordId }: WebhookDelivery,
): Promise<void> {
  const next = { webhookId, state: 'waiting', postType, recordId, claim: null, failures: 0 } as const;
  await webhookDeliveries.model.updateMany(next, { $set: { dueAt: new Date() } });
}

/** A delivery waits for the next attempt of an earlier one, or looks again soon when that is being sent. */
function afterEarlier({ dueAt, claim }: EarlierDelivery): Date {
  return claim === null ? dueAt : new Date(Date.now() + lookAgainMs);
}

type EarlierDelivery = Pick<WebhookDelivery, 'dueAt' | 'claim'>;

/** A delivery about the same record that has to be sent first. */
async function earlierDelivery(
  { webhookDeliveries }: SenderDeps,
  { _id, webhookId, postType, recordId, seq }: WebhookDelivery,
): Promise<EarlierDelivery | null> {
  return webhookDeliveries.model
    .findOne({ _id: { $ne: _id }, webhookId, state: 'waiting', postType, recordId, seq: { $lt: seq } })
    .select({ dueAt: 1, claim: 1 })
    .lean<EarlierDelivery>();
}

async function send(
  { http, webhookSecrets }: SenderDeps,
  webhook: WebhookDocument,
  { _id: id, content }: WebhookDelivery,
): Promise<WebhookAttempt> {
  const at = new Date();
  const ended = (answer: Pick<WebhookAttempt, 'status' | 'error'>) => {
    return { at, ...answer, ms: Date.now() - at.getTime() };
  };
  try {
    const headers = { 'content-type': 'application/json', ...webhookSecrets.sign(webhook, { id, content }) };
    const request = { method: 'POST', url: webhook.url, headers, body: content } as const;
    const { status } = await http.send({ ...request, timeoutMs, discardsBody: true });
    return ended({ status, error: null });
  } catch (error) {
    return ended({ status: null, error: messageOf(error) });
  }
}

/** Pauses a webhook with its waiting deliveries, and mails its owner. */
async function pause(
  deps: SenderDeps,
  { webhook, reason }: NonNullable<Outcome['pauses']>,
  log: ServiceContext['log'],
): Promise<void> {
  const { webhooks, webhookDeliveries } = deps;
  const { _id, owner, url } = webhook;
  const { modifiedCount } = await webhooks.model.updateOne(
    { _id, state: 'active' },
    { $set: { state: 'paused', reason } },
  );
  if (modifiedCount === 0) return;
  await webhookDeliveries.model.updateMany(
    { webhookId: _id, state: 'waiting', claim: null },
    { $set: { dueAt: never } },
  );
  log.warn({ webhook: _id, reason }, 'webhook paused after repeated failure');
  const deadline = Deadline.after();
  await askAsSystem({ deadline }, deps, usersPausedWebhook, { user_id: owner, url, reason }).catch(
    (error: unknown) =>
      log.error({ err: error, webhook: _id }, 'failed to notify the owner of a paused webhook'),
  );
}
