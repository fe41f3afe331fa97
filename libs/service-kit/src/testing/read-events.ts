import type { NatsConnection } from 'nats';
import { eventStream } from '@svc/contracts';

/** An event as it stands in the stream. */
export interface StreamEvent {
  readonly subject: string;
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown>;
}

/** All events that a stream, by default that of changes, holds now under a subject (wildcards allowed), oldest first. */
export async function readEvents(
  connection: NatsConnection,
  subject: string,
  stream = eventStream,
): Promise<StreamEvent[]> {
  const consumer = await connection.jetstream().consumers.get(stream, { filterSubjects: [subject] });
  const { num_pending: pending } = await consumer.info();
  if (pending === 0) return [];
  const events: StreamEvent[] = [];
  for await (const message of await consumer.fetch({ max_messages: pending, expires: 5_000 })) {
    const body = message.json<Omit<StreamEvent, 'subject'>>();
    events.push({ ...body, subject: message.subject });
    if (events.length === pending) break;
  }
  return events;
}
