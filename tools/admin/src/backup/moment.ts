import type { mongo } from 'mongoose';
import type { JetStreamManager, StoredMsg } from 'nats';
import {
  allCommands,
  commandStream,
  commandSubject,
  eventConsumers,
  eventStream,
  publisherOf,
  type EventConsumer,
} from '@svc/contracts';
import type { OutboxItem } from '@svc/service-kit/store';
import { AdminError } from '../admin-error.ts';
import { unlessMissing } from '../erasing/published.ts';

interface Range {
  readonly stream: string;
  readonly subjects: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** Left out: search, which rebuilds its index after a restore, and the stream of views, whose loss only leaves notifications unread. */
const followed: readonly EventConsumer[] = Object.values(eventConsumers).filter(
  ({ service, stream }) => service !== 'search' && stream === eventStream,
);
const timeoutMs = 60_000;

/**
 * Chooses the moment of a backup. A message is published after its write is committed, and leaves the outbox after it is published. If nothing
 * is published around a moment, every message of committed writes is therefore in an outbox at that moment or in a stream just before it.
 * Moments are tried until one is like that. Commands leave their stream once they are handled, so they are read before the moment.
 * @throws AdminError when messages are published without a pause for a minute.
 */
export async function chooseMoment(db: mongo.Db, manager: JetStreamManager) {
  const floors = await Promise.all(followed.map((consumer) => floorOf(manager, consumer)));
  const commands: StoredMsg[] = [];
  const began = performance.now();
  while (performance.now() - began < timeoutMs) {
    const before = await lastOf(manager);
    const from = (commands.at(-1)?.seq ?? 0) + 1;
    const range = { stream: commandStream, subjects: ['>'], from, to: before.commands };
    for await (const command of messagesOf(manager, range)) commands.push(command);
    const { operationTime } = await db.command({ ping: 1 });
    const after = await lastOf(manager);
    if (before.events !== after.events || before.commands !== after.commands) continue;
    const ranges = followed.map(({ subjects }, index) => ({
      stream: eventStream,
      subjects,
      from: (floors[index] ?? 0) + 1,
      to: before.events,
    }));
    return {
      at: operationTime as mongo.Timestamp,
      undelivered: () => undeliveredOf(manager, commands, ranges),
    };
  }
  const advice = 'Start the backup again when there are fewer writes.';
  throw new AdminError(`Messages were published without a pause for a minute. ${advice}`);
}

async function* undeliveredOf(
  manager: JetStreamManager,
  commands: readonly StoredMsg[],
  ranges: readonly Range[],
) {
  for (const command of commands) yield* itemOf(command, 'command');
  for (const range of ranges)
    for await (const event of messagesOf(manager, range)) yield* itemOf(event, 'event');
}

const senders = new Map(allCommands.map((command) => [commandSubject(command), command.sender]));

/** A published message that a consumer had not yet handled, as an outbox entry of the service that sent it, the only one that may sign it again. */
function* itemOf(message: StoredMsg, kind: OutboxItem['kind']) {
  const { subject, seq, time, header } = message;
  const service = kind === 'command' ? senders.get(subject) : publisherOf(subject);
  const _id = header.get('Nats-Msg-Id');
  if (service === undefined || service === 'search' || _id === '') return;
  const body = Buffer.from(message.data).toString('utf8');
  const item: OutboxItem = { _id, kind, subject, body, createdAt: time, position: seq };
  yield { service, item };
}

async function* messagesOf(
  manager: JetStreamManager,
  { stream, subjects, from, to }: Range,
): AsyncGenerator<StoredMsg> {
  for (const subject of subjects)
    for (let seq = from; seq <= to;) {
      const query = { seq, next_by_subj: subject };
      const message = await manager.streams.getMessage(stream, query).catch(unlessMissing);
      if (!message || message.seq > to) break;
      yield message;
      seq = message.seq + 1;
    }
}

/** The sequence number up to which a consumer has handled everything; Infinity, so that nothing is read, for a missing consumer. */
async function floorOf(manager: JetStreamManager, { stream, durable }: EventConsumer): Promise<number> {
  const info = await manager.consumers.info(stream, durable).catch(unlessMissing);
  return info?.ack_floor.stream_seq ?? Infinity;
}

async function lastOf(manager: JetStreamManager) {
  const [events, commands] = await Promise.all(
    [eventStream, commandStream].map((stream) => manager.streams.info(stream).catch(unlessMissing)),
  );
  return { events: events?.state.last_seq ?? 0, commands: commands?.state.last_seq ?? 0 };
}
