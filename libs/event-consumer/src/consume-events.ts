import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, ErrorCode, nkeyAuthenticator, type Consumer, type JsMsg, type NatsConnection } from 'nats';
import { memoryLedger, type Ledger } from './ledger.ts';
import type { ServiceEvent } from './service-event.ts';
import { Signatures } from './signatures.ts';

export interface ConsumeOptions {
  /** The address of NATS, or several of one cluster: `nats://127.0.0.1:4222`. */
  readonly servers: string | string[];
  /** The name that the operator gave to `consumer create`. */
  readonly consumer: string;
  /** The file with the seed of the nkey. */
  readonly nkeyFile: string;
  /** The address of the gateway, which serves the public keys of signatures: `https://records.example.org`. */
  readonly api: string;
  /** Certificate authorities of NATS, if they are private. */
  readonly caFile?: string;
  /** Remembers which events were handled; without one, a ledger in memory. */
  readonly ledger?: Ledger;
  /** Ends the consumer after the event that is being handled. */
  readonly signal?: AbortSignal;
  /** Called for each event that was not handled, and while NATS cannot be reached; writes a line to standard error by default. */
  readonly onProblem?: (problem: Problem) => void;
}

/** Why an event was not handled. */
export interface Problem {
  readonly kind:
    /** The handler failed, or the keys of signatures could not be fetched. The event is delivered again after a pause. */
    | 'failed'
    /** The event has no valid signature, and is not delivered again. */
    | 'not_signed'
    /** A later version of the same record or comment was handled already. */
    | 'overtaken'
    /** No event can be fetched at the moment. */
    | 'unreachable';
  readonly event?: ServiceEvent;
  readonly reason: string;
}

/** Handles an event. It is acknowledged when the promise resolves, and delivered again when it rejects. */
export type Handler = (event: ServiceEvent) => void | Promise<void>;

const stream = 'SVC_EVENTS';

/** How long a request for the next event stays open at the server, in milliseconds. */
const fetchMs = 30_000;

/** How often the server hears that an event is still being handled, in milliseconds: it delivers the event again after 30 seconds. */
const progressMs = 10_000;

/** The pause before an event is delivered again: a second, and twice as long each time, up to a minute. */
const pauseMs = (deliveries: number) => Math.min(1000 * 2 ** (deliveries - 1), 60_000);

/**
 * Handles events one after another until the signal ends it. Each change is handled once, as far as the ledger remembers, and versions of
 * a record or comment only in rising order. Reconnects by itself. @throws NatsError when NATS refuses the key or the consumer does not exist.
 */
export async function consumeEvents(options: ConsumeOptions, handle: Handler): Promise<void> {
  const { servers, consumer: name, nkeyFile, caFile, signal } = options;
  const nats = await connect({
    servers,
    name,
    authenticator: nkeyAuthenticator(readFileSync(nkeyFile)),
    inboxPrefix: `_INBOX.${name}`,
    maxReconnectAttempts: -1,
    ...(caFile !== undefined && { tls: { caFile } }),
  });
  const reading = new Reading(nats, options, handle);
  const stop = () => reading.stop();
  signal?.addEventListener('abort', stop);
  try {
    await reading.run(await nats.jetstream().consumers.get(stream, name));
  } finally {
    signal?.removeEventListener('abort', stop);
    await nats.close();
  }
}

/** One connection that fetches and handles events. */
class Reading {
  readonly #nats: NatsConnection;
  readonly #signatures: Signatures;
  readonly #ledger: Ledger;
  readonly #report: (problem: Problem) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #handle: Handler;
  #isWaiting = false;

  constructor(nats: NatsConnection, options: ConsumeOptions, handle: Handler) {
    this.#nats = nats;
    this.#signatures = new Signatures(options.api);
    this.#ledger = options.ledger ?? memoryLedger();
    this.#report = options.onProblem ?? printProblem;
    this.#signal = options.signal;
    this.#handle = handle;
  }

  async run(consumer: Consumer): Promise<void> {
    while (!this.#signal?.aborted) {
      const message = await this.#next(consumer);
      if (message) await this.#take(message);
    }
    if (!this.#nats.isClosed()) await this.#nats.flush();
  }

  /** A request that waits for the next event is given up; an event that is being handled is not. */
  stop(): void {
    if (this.#isWaiting) void this.#nats.close();
  }

  async #next(consumer: Consumer): Promise<JsMsg | null> {
    this.#isWaiting = true;
    try {
      return await consumer.next({ expires: fetchMs });
    } catch (error) {
      if (this.#signal?.aborted) return null;
      if (this.#nats.isClosed()) throw (await this.#nats.closed()) ?? error;
      if (isFinal(error)) throw error;
      this.#report({ kind: 'unreachable', reason: reasonOf(error) });
      await pause(1000, undefined, this.#signal && { signal: this.#signal }).catch(() => undefined);
      return null;
    } finally {
      this.#isWaiting = false;
    }
  }

  async #take(message: JsMsg): Promise<void> {
    const progress = setInterval(() => message.working(), progressMs);
    let event: ServiceEvent | undefined;
    try {
      if (!(await this.#signatures.isValid(signedPart(message)))) {
        message.term('not signed by its publisher');
        return this.#report({ kind: 'not_signed', reason: `${message.subject} has no valid signature` });
      }
      event = message.json<ServiceEvent>();
      const standing = await this.#ledger.standing(event);
      if (standing === 'new') {
        await this.#handle(event);
        await this.#ledger.remember(event);
      } else if (standing === 'overtaken')
        this.#report({ kind: 'overtaken', event, reason: 'a later version was handled before' });
      message.ack();
    } catch (error) {
      message.nak(pauseMs(message.info.deliveryCount));
      this.#report({ kind: 'failed', ...(event && { event }), reason: reasonOf(error) });
    } finally {
      clearInterval(progress);
    }
  }
}

function signedPart({ subject, data, headers, info }: JsMsg) {
  return {
    subject,
    body: data,
    id: headers?.get('Nats-Msg-Id') ?? '',
    signature: headers?.get('Svc-Signature') ?? '',
    storedAt: info.timestampNanos / 1e9,
  };
}

/** Whether NATS will answer the same to every further request: the consumer is gone, or the key may not use it. */
function isFinal(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === ErrorCode.PermissionsViolation || /consumer (?:deleted|not found)/i.test(message ?? '');
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function printProblem({ kind, event, reason }: Problem): void {
  console.error(event ? `${kind}: ${event.type} ${event.subject}: ${reason}` : `${kind}: ${reason}`);
}
