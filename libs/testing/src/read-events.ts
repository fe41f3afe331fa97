import type { JsMsg, NatsConnection } from 'nats';
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
  const messages = await readStream(connection, stream, subject);
  return messages.map((message) => {
    const body = message.json<Omit<StreamEvent, 'subject'>>();
    return { ...body, subject: message.subject };
  });
}

/** All messages that a stream holds now under a subject (wildcards allowed), oldest first. */
export async function readStream(
  connection: NatsConnection,
  stream: string,
  subject: string,
): Promise<JsMsg[]> {
  const consumer = await connection.jetstream().consumers.get(stream, { filterSubjects: [subject] });
  const { num_pending: count } = await consumer.info();
  const messages: JsMsg[] = [];
  if (count === 0) return messages;
  // What an ordered consumer fetches ends when the last has come, and drops those that were not taken from it by then.
  for await (const message of await consumer.consume())
    // After a change of its leader, a consumer may have counted more than there is.
    if (messages.push(message) === count || message.info.pending === 0) break;
  return messages;
}
