import { headers, type Msg, type NatsConnection } from 'nats';
import { wire, type Reply } from './wire.ts';

/** The bytes of the server's message limit that are reserved for headers. */
export const headerRoom = 4_096;

/** Sends a reply in as many messages as the `max_payload` of the server requires. */
export function sendReply(connection: NatsConnection, subject: string, reply: Reply): void {
  const size = (connection.info?.max_payload ?? 1_048_576) - headerRoom;
  const count = Math.max(1, Math.ceil(reply.body.byteLength / size));
  for (let part = 0; part < count; part += 1) {
    const partHeaders = headers();
    partHeaders.set(wire.outcome, reply.ok ? 'ok' : (reply.code ?? 'internal_error'));
    partHeaders.set(wire.status, String(reply.status));
    if (reply.warning) partHeaders.set(wire.warning, reply.warning);
    if (reply.version !== undefined) partHeaders.set(wire.version, String(reply.version));
    if (reply.mac) partHeaders.set(wire.mac, reply.mac);
    if (count > 1) partHeaders.set(wire.part, `${part + 1}/${count}`);
    connection.publish(subject, reply.body.subarray(part * size, (part + 1) * size), {
      headers: partHeaders,
    });
  }
}

/** Joins the messages of one reply. They come from one sender over one connection, and therefore in order. */
export class ReplyParts {
  readonly #bodies: Uint8Array[] = [];

  /** Adds a message; returns the whole reply after the last one, and undefined before. */
  add(part: string | undefined, message: Pick<Msg, 'data' | 'headers'>): Reply | undefined {
    this.#bodies.push(message.data);
    const count = part ? Number(part.split('/')[1]) : 1;
    if (this.#bodies.length < count) return undefined;
    const outcome = message.headers?.get(wire.outcome);
    const version = message.headers?.get(wire.version);
    return {
      ok: outcome === 'ok',
      status: Number(message.headers?.get(wire.status) || 500),
      code: outcome === 'ok' ? undefined : outcome,
      warning: message.headers?.get(wire.warning) || undefined,
      version: version ? Number(version) : undefined,
      mac: message.headers?.get(wire.mac) || undefined,
      body: this.#bodies.length === 1 ? message.data : Buffer.concat(this.#bodies),
    };
  }
}
