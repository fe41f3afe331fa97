import { setTimeout } from 'node:timers/promises';
import type { ConsumerInfo, NatsConnection } from 'nats';
import type { Model } from 'mongoose';
import {
  eventConsumers,
  eventSchemas,
  eventStream,
  publisherOf,
  visibilityBefore,
  visibilityEventSchema,
  type ShareEvent,
  type Visibility,
  type VisibilityEvent,
} from '@svc/contracts';
import {
  StreamConsumer,
  verifyMessage,
  type HandledMessage,
  type Keyring,
  type StreamConsumerOptions,
} from '@svc/service-kit';
import { grantingKeys, sharedKey } from '../access/grant.ts';
import type { RecordChangeDocument } from '../store/record-change-model.ts';

const { durable, subjects } = eventConsumers.recordChanges;

interface NoteChangesOptions extends Pick<StreamConsumerOptions, 'connection' | 'log' | 'metrics'> {
  readonly keyring: Keyring;
  readonly recordChanges: Model<RecordChangeDocument>;
}

/** A change of a record, as it is noted. */
interface NotedChange extends Pick<RecordChangeDocument, '_id' | 'postType' | 'seq' | 'at'> {
  readonly lost: readonly string[];
}

/** Notes the changes of records in the order of the stream of events, for `records.changes`. */
export function noteChanges({
  keyring,
  recordChanges,
  ...options
}: NoteChangesOptions): Promise<StreamConsumer> {
  return StreamConsumer.start({
    ...options,
    stream: eventStream,
    durable,
    subjects,
    batchSize: 100,
    async handle(messages) {
      const noted = await Promise.all(messages.map((message) => readChange(keyring, message)));
      await recordChanges.bulkWrite(noted.map(toWrite), { ordered: false });
    },
  });
}

/** Events may come twice and in any order: a sequence never goes back, and a key is lost once with each event. */
function toWrite({ _id, postType, seq, at, lost }: NotedChange) {
  const keys = lost.map((key) => ({ key, seq }));
  const update = {
    $setOnInsert: { postType },
    $max: { seq, at },
    ...(keys.length > 0 && { $addToSet: { lost: { $each: keys } } }),
  };
  return { updateOne: { filter: { _id }, update, upsert: true } };
}

async function readChange(keyring: Keyring, message: HandledMessage): Promise<NotedChange> {
  await verifyMessage(keyring, message, publisherOf(message.subject));
  const at = new Date(message.info.timestampNanos / 1e6);
  const { seq } = message;
  if (message.subject.startsWith('svc.events.share.'))
    return { seq, at, ...ofShare(eventSchemas.share.parse(message.json())) };
  return { seq, at, ...ofRecord(visibilityEventSchema.parse(message.json())) };
}

function ofShare({ data: { share } }: ShareEvent) {
  return { _id: share.record_id, postType: share.post_type, lost: [sharedKey(share.user_id)] };
}

function ofRecord({ type, data }: VisibilityEvent) {
  const { id: _id, post_type: postType } = data.record;
  const now = type === 'svc.record.deleted' ? [] : keysOf(data.visibility);
  const before = type === 'svc.record.deleted' ? keysOf(data.visibility) : keysOf(visibilityBefore(data));
  return { _id, postType, lost: before.filter((key) => !now.includes(key)) };
}

function keysOf({ shared_with: sharedWith, type, sources }: Visibility): string[] {
  return grantingKeys({ sharedWith, fields: { type, sources } });
}

/** The position up to which all events are noted. A consumer that was created again begins anew. */
export interface NotedPosition {
  readonly created: string;
  readonly seq: number;
}

const pollMs = 10;
/** A reader is not kept longer by a consumer that has stopped: the changes are part of a later answer then. */
const maxWaitMs = 1_000;

/** The position up to which all events are noted: at least those that the stream has at the time of the call. */
export async function notedPosition(bus: NatsConnection): Promise<NotedPosition> {
  const manager = await bus.jetstreamManager({ checkAPI: false });
  const readConsumer = () => manager.consumers.info(eventStream, durable);
  const end = Date.now() + maxWaitMs;
  let consumer = await readConsumer();
  if (!isIdle(consumer)) {
    const { state } = await manager.streams.info(eventStream);
    const hasNoted = () => isIdle(consumer) || consumer.ack_floor.stream_seq >= state.last_seq;
    while (!hasNoted() && Date.now() < end) {
      await setTimeout(pollMs);
      consumer = await readConsumer();
    }
  }
  return { created: consumer.created, seq: consumer.ack_floor.stream_seq };
}

const isIdle = ({ num_pending: unread, num_ack_pending: unacknowledged }: ConsumerInfo) =>
  unread === 0 && unacknowledged === 0;
