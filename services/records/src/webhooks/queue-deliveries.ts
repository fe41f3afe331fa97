import {
  eventConsumers,
  eventSchemas,
  eventStream,
  publisherOf,
  visibilityBefore,
  type CommentEvent,
  type Fields,
  type RecordEvent,
  type SentChange,
} from '@svc/contracts';
import {
  Deadline,
  StreamConsumer,
  verifyMessage,
  type HandledMessage,
  type Keyring,
  type StreamConsumerOptions,
} from '@svc/service-kit';
import { deliveriesTo, type PlacedChange } from '../live/deliveries.ts';
import { viewedPaths, type ViewedRecord } from '../live/view.ts';
import { visibleKeys } from '../live/visible-keys.ts';
import { presentItems } from '../read/present-page.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { WebhookDelivery, WebhookDocument, WebhookEvent } from '../store/webhook-models.ts';
import type { WebhookDeps } from './webhook-deps.ts';
import { webhookReader, webhookView, type WebhookReader } from './webhook-view.ts';

const { durable, subjects } = eventConsumers.webhooks;

/** The longest pause between two batches, in milliseconds: nobody waits for a delivery to be queued. */
const intervalMs = 500;

/** Milliseconds within which the deliveries of a batch of events are queued; otherwise the batch is retried. */
const batchMs = 10_000;

const day = 24 * 60 * 60 * 1_000;

/** An event of the stream, as far as webhooks need it. */
interface QueuedEvent {
  readonly id: string;
  readonly seq: number;
  readonly time: string;
  readonly name: WebhookEvent;
  readonly change: SentChange;
  readonly values: RecordEvent['data']['changed'];
  /** The part of the content that each kind of body has. */
  readonly about: Readonly<Record<string, unknown>>;
}

interface QueueOptions extends Pick<StreamConsumerOptions, 'connection' | 'log' | 'metrics'> {
  readonly keyring: Keyring;
}

/** Queues a delivery for each event and webhook that is about it. */
export function queueDeliveries(
  deps: WebhookDeps,
  { keyring, ...options }: QueueOptions,
): Promise<StreamConsumer> {
  return StreamConsumer.start({
    ...options,
    stream: eventStream,
    durable,
    subjects,
    batchSize: 200,
    intervalMs,
    async handle(messages) {
      const webhooks = await deps.webhooks.model.find({ state: 'active' }).lean<WebhookDocument[]>();
      if (webhooks.length === 0) return;
      const events = await Promise.all(messages.map((message) => readEvent(keyring, message)));
      const made = await deliveriesOf(deps, webhooks, events);
      if (made.length === 0) return;
      await deps.webhookDeliveries.model.bulkWrite(made.map(insertOnce), { ordered: false });
      deps.webhookSender.wake();
    },
  });
}

/** An event may be delivered to this consumer again. */
function insertOnce(delivery: WebhookDelivery) {
  const { _id, ...values } = delivery;
  return { updateOne: { filter: { _id }, update: { $setOnInsert: values }, upsert: true } };
}

async function deliveriesOf(
  deps: WebhookDeps,
  webhooks: readonly WebhookDocument[],
  events: readonly QueuedEvent[],
): Promise<WebhookDelivery[]> {
  const deadline = Deadline.after(batchMs);
  const ids = [...new Set(events.map(({ change }) => change.id))];
  const found = await readLean<ViewedRecord[]>(
    { deadline },
    deps.records.find({ _id: { $in: ids } }, viewedPaths),
  );
  const records = new Map(
    found.map(({ sharedWith = [], fields = {}, ...record }) => [
      record._id,
      { ...record, sharedWith, fields },
    ]),
  );
  const made = await Promise.all(
    webhooks.map(async (webhook) => {
      const wanted = events.filter((event) => isWanted(webhook, event));
      const reader = wanted.length > 0 ? await webhookReader(deps, webhook.asUser, deadline) : undefined;
      return reader ? deliveriesFor(deps, { webhook, reader, records }, wanted) : [];
    }),
  );
  return made.flat();
}

function isWanted({ events, postTypes, fields }: WebhookDocument, { name, change }: QueuedEvent): boolean {
  const isOfFields =
    !fields || change.kind !== 'updated' || change.changed.some((key) => fields.includes(key));
  return events.includes(name) && (!postTypes || postTypes.includes(change.post_type)) && isOfFields;
}

interface Receiver {
  readonly webhook: WebhookDocument;
  readonly reader: WebhookReader;
  readonly records: ReadonlyMap<number, ViewedRecord>;
}

async function deliveriesFor(
  deps: WebhookDeps,
  { webhook, reader, records }: Receiver,
  events: readonly QueuedEvent[],
): Promise<WebhookDelivery[]> {
  const byType = Map.groupBy(events, ({ change }) => change.post_type);
  const seen: QueuedEvent[] = [];
  for (const [postType, ofType] of byType) {
    const view = await webhookView(deps, reader, webhook, postType);
    if (!view) continue;
    const changes = ofType.map(({ change }, at): PlacedChange => ({ ...change, at }));
    const decided = await deliveriesTo(reader.actor.userId, view, changes, records);
    seen.push(...decided.seen.flatMap((at) => ofType[at] ?? []));
  }
  return Promise.all(
    seen.map(async (event) => newDelivery(webhook, event, await contentOf(deps, webhook, reader, event))),
  );
}

function newDelivery(
  { _id: webhookId }: WebhookDocument,
  { id, seq, name, change }: QueuedEvent,
  content: string,
): WebhookDelivery {
  return {
    _id: `msg_${webhookId}_${id}`,
    webhookId,
    event: name,
    postType: change.post_type,
    recordId: change.id,
    seq,
    content,
    ...newlyQueued(),
  };
}

/** The state of a delivery that was not attempted yet. */
export function newlyQueued(): Omit<
  WebhookDelivery,
  '_id' | 'webhookId' | 'event' | 'postType' | 'recordId' | 'seq' | 'content'
> {
  const now = new Date();
  return {
    state: 'waiting',
    attempts: [],
    failures: 0,
    dueAt: now,
    retryUntil: new Date(now.getTime() + day),
    claim: null,
    createdAt: now,
    expiresAt: null,
  };
}

/** The JSON of a delivery: what happened, and as much of it as the webhook asks for. */
async function contentOf(
  deps: WebhookDeps,
  { body }: WebhookDocument,
  reader: WebhookReader,
  { name, time, change, values, about }: QueuedEvent,
): Promise<string> {
  const { id, post_type: postType } = change;
  const changed = visibleKeys(deps, postType, change.changed);
  const data = {
    post_type: postType,
    record_id: id,
    ...about,
    changed,
    ...(body !== 'ids' && { changes: Object.fromEntries(changed.map((key) => [key, values[key]])) }),
    ...(body === 'record' && { record: await currentRecord(deps, reader, postType, id) }),
  };
  return JSON.stringify({ type: name, timestamp: time, data });
}

/** The record in its present state, without private values; null once it is deleted. */
async function currentRecord(
  deps: WebhookDeps,
  { call, actor }: WebhookReader,
  key: string,
  id: number,
): Promise<Fields | null> {
  const postType = deps.postTypes.get(key);
  const shown = [...postType.fields.values()].filter(({ definition }) => !definition.private);
  const withoutOwn = { ...call, actor: { ...actor, userId: 0 } };
  const { items } = await presentItems(withoutOwn, deps, { postType, ids: [id], shown });
  return items[0] ?? null;
}

async function readEvent(keyring: Keyring, message: HandledMessage): Promise<QueuedEvent> {
  await verifyMessage(keyring, message, publisherOf(message.subject));
  const [, , entity, , verb] = message.subject.split('.');
  const name = `${entity}.${verb}` as WebhookEvent;
  const { seq } = message;
  if (entity === 'comment') return { seq, name, ...ofComment(eventSchemas.comment.parse(message.json())) };
  return { seq, name, ...ofRecord(eventSchemas.record.parse(message.json()), verb as SentChange['kind']) };
}

function ofRecord({ id, time, data }: RecordEvent, kind: SentChange['kind']) {
  const { record, changed: values, visibility: after, actor } = data;
  const { id: recordId, post_type, version } = record;
  const visibility = { after, before: visibilityBefore(data) };
  const change = { post_type, id: recordId, kind, changed: Object.keys(values), visibility };
  return { id, time, change, values, about: { version, actor } };
}

function ofComment({ id, time, data }: CommentEvent) {
  const { id: commentId, post_type, record_id, version } = data.comment;
  const change = { post_type, id: record_id, kind: 'commented' as const, changed: [] };
  return { id, time, change, values: {}, about: { version, actor: data.actor, comment_id: commentId } };
}
