import { NatsError, type JetStreamManager, type NatsConnection } from 'nats';
import { deadLetterStream, eventConsumers, eventStream } from '@svc/contracts';
import { parseJson } from '@svc/service-kit';
import type { Tombstone, Trace } from './traces.ts';

const fetched = { max_messages: 500, expires: 2_000 };

export async function isHeard(manager: JetStreamManager): Promise<boolean> {
  const consumers = Object.values(eventConsumers).filter(({ stream }) => stream === eventStream);
  const infos = await Promise.all(
    consumers.map(({ stream, durable }) => manager.consumers.info(stream, durable).catch(unlessMissing)),
  );
  return infos.every((info) => !info || info.num_pending + info.num_ack_pending === 0);
}

export function unlessMissing(error: unknown): undefined {
  if (error instanceof NatsError && error.api_error?.code === 404) return undefined;
  throw error;
}

export async function erasePublished(bus: NatsConnection, person: Tombstone): Promise<Trace[]> {
  const manager = await bus.jetstreamManager();
  const traces: Trace[] = [];
  for (const stream of [eventStream, deadLetterStream]) {
    const found = await findAbout(bus, stream, person);
    for (const seq of found) await manager.streams.deleteMessage(stream, seq, true);
    traces.push({ where: stream, what: 'events', count: found.length });
  }
  return traces;
}

async function findAbout(bus: NatsConnection, stream: string, person: Tombstone): Promise<number[]> {
  const { state } = await (await bus.jetstreamManager()).streams.info(stream);
  const found: number[] = [];
  if (state.messages === 0) return found;
  const consumer = await bus.jetstream().consumers.get(stream, {});
  for (let last = 0; last < state.last_seq;) {
    let read = 0;
    for await (const message of await consumer.fetch(fetched)) {
      read += 1;
      last = message.seq;
      if (isAbout(message.data, person)) found.push(message.seq);
      if (message.info.pending === 0) last = state.last_seq;
      if (last >= state.last_seq) break;
    }
    if (read === 0) break;
  }
  return found;
}

interface About {
  readonly id?: number;
  readonly record_id?: number;
  readonly post_type?: string;
}

function isAbout(body: Uint8Array, { _id: id, postType }: Tombstone): boolean {
  const text = Buffer.from(body).toString('utf8');
  if (!text.includes(String(id))) return false;
  const { data } = (parseJson(text) ?? {}) as { data?: Readonly<Record<string, About>> };
  const { record, comment, share, follow } = data ?? {};
  const isOf = (about: About | undefined, key: 'id' | 'record_id') =>
    about?.[key] === id && about.post_type === postType;
  return isOf(record, 'id') || [comment, share, follow].some((about) => isOf(about, 'record_id'));
}
