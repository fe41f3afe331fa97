import { usersPausedWebhook } from '@svc/contracts';
import { Deadline, messageOf, type ObservedJob, type ServiceContext } from '@svc/service-kit';
import { WorkQueue, Worker, type HeldWork } from '@svc/service-kit/store';
import { askAsSystem } from '../directory/ask-as-system.ts';
import type { WebhookAttempt, WebhookDelivery, WebhookDocument } from '../store/webhook-models.ts';
import type { WebhookDeps } from './webhook-deps.ts';

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
export function webhookSender(deps: SenderDeps, { log }: Pick<ServiceContext, 'log'>): WebhookSender {
  const queue = new WorkQueue<WebhookDelivery>({
    job: 'send deliveries of webhooks',
    collection: deps.webhookDeliveries.model.collection,
    waiting: { state: 'waiting' },
    failed: { state: 'failed' },
    sort: { dueAt: 1, seq: 1 },
    // A slow receiver does not delay the others.
    owner: { path: 'webhookId', atOnce: atOnceEach },
    paths: { attempts: 'failures', since: 'createdAt' },
    leaseMs,
    backoff: retryWaits,
    givenUp: (reason) => ({ ...over('failed'), reason }),
    // Receivers belong to others: one that fails is no problem of the installation.
    isLateWhileFailing: false,
  });
  const run = async (held: readonly HeldDelivery[]) => {
    for (const each of held) await deliver(deps, each, log);
  };
  const worker = new Worker({ queue, run, atOnce, everyMs, log });
  return {
    job: queue,
    start: () => worker.start(),
    wake: () => worker.wake(),
    stop: () => worker.stop(),
  };
}

/** The sender of deliveries. */
export interface WebhookSender {
  readonly job: ObservedJob;
  readonly start: () => void;
  readonly wake: () => void;
  /** Resolves when the deliveries that are being sent have ended. */
  readonly stop: () => Promise<void>;
}

type HeldDelivery = HeldWork<WebhookDelivery>;

async function deliver(deps: SenderDeps, held: HeldDelivery, log: ServiceContext['log']): Promise<void> {
  const { piece: delivery } = held;
  const webhook = await deps.webhooks.model.findById(delivery.webhookId).lean<WebhookDocument>();
  if (!webhook) return void (await held.end('failed', over('failed')));
  if (webhook.state === 'paused') return held.giveBack(never);
  const earlier = await earlierDelivery(deps, delivery);
  if (earlier) return held.giveBack(afterEarlier(earlier));
  const made = await send(deps, webhook, delivery);
  const attempts = [...delivery.attempts, made].slice(-maxAttempts);
  if (made.status !== null && made.status >= 200 && made.status < 300) {
    await held.end('delivered', { ...over('delivered'), attempts });
    return releaseNext(deps, delivery);
  }
  const reason = made.error ?? `the receiver answered ${made.status}`;
  if (made.status === gone) await held.end('failed', { ...over('failed'), attempts, reason });
  else if ((await held.retry(reason, { attempts })) !== 'failed') return;
  await pause(deps, { webhook, reason }, log);
}

function over(state: 'delivered' | 'failed'): Partial<WebhookDelivery> {
  return { state, dueAt: never, expiresAt: new Date(Date.now() + keptMs) };
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
  { webhook, reason }: { readonly webhook: WebhookDocument; readonly reason: string },
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
