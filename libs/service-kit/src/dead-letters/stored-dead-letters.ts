import { AckPolicy, DeliverPolicy, nanos, nuid, type JsMsg, type NatsConnection } from 'nats';
import { deadLetterStream, deadLetterSubject } from '@svc/contracts';
import { apiErrorCode } from '../events/after-election.ts';

/** How long a read may take, in milliseconds, and after how many the server removes a reader that has died. */
const readMs = 2_000;
const readerMs = 30_000;

/** JetStream's error code for a message that does not exist. */
const unknownMessage = 10_043;

/** The consumers that have dead letters. */
export async function consumersWithDeadLetters(connection: NatsConnection): Promise<string[]> {
  const { streams } = await connection.jetstreamManager({ checkAPI: false });
  const { state } = await streams.info(deadLetterStream, { subjects_filter: deadLetterSubject('>') });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(deadLetterSubject('').length));
}

/** The dead letters of a consumer from an id on, in the order of their ids, at most `limit`. */
export async function readDeadLetters(
  connection: NatsConnection,
  consumer: string,
  { from, limit }: { from: number; limit: number },
): Promise<JsMsg[]> {
  const { consumers } = await connection.jetstreamManager({ checkAPI: false });
  // A subject in the request, where the permissions of the bus check it: no service reads the dead letters of another.
  const { name, num_pending: found } = await consumers.add(deadLetterStream, {
    name: `read-${nuid.next()}`,
    filter_subject: deadLetterSubject(consumer),
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: from,
    ack_policy: AckPolicy.None,
    mem_storage: true,
    inactive_threshold: nanos(readerMs),
  });
  try {
    const count = Math.min(found, limit);
    const letters: JsMsg[] = [];
    if (count === 0) return letters;
    const reader = await connection.jetstream().consumers.get(deadLetterStream, name);
    for await (const letter of await reader.fetch({ max_messages: count, expires: readMs }))
      if (letters.push(letter) === count) break;
    return letters;
  } finally {
    await consumers.delete(deadLetterStream, name);
  }
}

/** Deletes a dead letter; another instance may have been faster. */
export async function deleteDeadLetter(connection: NatsConnection, id: number): Promise<void> {
  const { streams } = await connection.jetstreamManager({ checkAPI: false });
  await streams.deleteMessage(deadLetterStream, id).catch((error: unknown) => {
    if (apiErrorCode(error) !== unknownMessage) throw error;
  });
}
