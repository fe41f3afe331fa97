import { headers, type JsMsg, type NatsConnection } from 'nats';
import { deadLetterSubject } from '@svc/contracts';

/** Headers hold no long texts. */
const longestReason = 1_000;

/** Moves a message to the dead letters, with its headers, where it came from and why it is there. */
export async function toDeadLetter(
  connection: NatsConnection,
  durable: string,
  { message, error }: { message: JsMsg; error: unknown },
): Promise<void> {
  const reason = headers();
  for (const key of message.headers?.keys() ?? [])
    if (!key.startsWith('Nats-')) reason.set(key, message.headers?.get(key) ?? '');
  reason.set('Svc-Message-Id', message.headers?.get('Nats-Msg-Id') ?? '');
  reason.set('Svc-Consumer', durable);
  reason.set('Svc-Subject', message.subject);
  const text = error instanceof Error ? error.message : String(error);
  reason.set('Svc-Error', text.replaceAll(/\s+/g, ' ').slice(0, longestReason));
  await connection.jetstream().publish(deadLetterSubject(durable), message.data, {
    headers: reason,
    msgID: `${durable}/${message.seq}`,
  });
  message.term('moved to the dead letters');
}
