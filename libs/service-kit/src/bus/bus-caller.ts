import { ErrorCode, Events, NatsError, nuid, type Msg, type NatsConnection, type Subscription } from 'nats';
import {
  type Actor,
  type Identity,
  type Operation,
  operationSubject,
  replySubject,
  msg,
  ServiceError,
  serviceOf,
} from '@svc/contracts';
import { ActorSigner } from '../signing/actor-signer.ts';
import type { Keyring } from '../signing/keyring.ts';
import type { Deadline } from '../time/deadline.ts';
import { traced } from '../tracing/span.ts';
import { refusalOf } from './connect-bus.ts';
import { operationSpan } from './operation-span.ts';
import { ReplyParts } from './reply-parts.ts';
import { isAnswerSealed, isAuthentic, RequestSealer, type SealedRequest } from './request-mac.ts';
import { SlotMap } from './slot-map.ts';
import { EventLoopTick } from './event-loop-tick.ts';
import {
  decodeBody,
  encodeBody,
  errorOfReply,
  maxTimeoutMs,
  toHeaders,
  wire,
  type Reply,
  type RequestClient,
} from './wire.ts';

/** The actor, deadline and trace of a call. A signed actor that was received is passed on unchanged. */
export interface CallContext {
  readonly caller: Actor | { readonly token: string };
  readonly requestId: string;
  readonly deadline: Deadline;
  readonly traceparent?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly client?: RequestClient | undefined;
}

interface Waiting {
  /** The unique number of the call, since slots are reused. A call that is sent again gets another one. */
  call: number;
  slot: number;
  parts: ReplyParts;
  readonly operation: Operation;
  sealed: SealedRequest;
  /** Makes another MAC, since a service accepts each only once. */
  seal(): SealedRequest;
  readonly timer: NodeJS.Timeout;
  /** False while the bus is down, or has found no instance of the service: then no service has received the request. */
  isSent: boolean;
  /** When the bus first found no instance of the service, in Unix milliseconds. */
  absentSince: number | undefined;
  send(replyTo: string): void;
  resolve(reply: Reply): void;
  reject(error: unknown): void;
}

/**
 * How long a call waits for a service without a connection, in milliseconds. When a server of the bus ends, all instances of a service may
 * have been connected to it, and are at another one within a second.
 */
const maxAbsenceMs = 2_000;
/** Milliseconds since the last reply of a service, or since the bus returned, after which the service is not expected back. */
const expectedForMs = 30_000;
/** Milliseconds between two attempts to reach a service that is expected back. */
const retryMs = 100;

/**
 * Calls operations and collects their replies on one inbox per process. While the bus is down, it holds requests back until the bus returns
 * or their deadline passes.
 */
export class BusCaller {
  readonly #connection: NatsConnection;
  readonly #signer: ActorSigner;
  readonly #identity: Identity;
  readonly #sealer: RequestSealer;
  /** Distinguishes this process from others of the same identity. */
  readonly #process = nuid.next();
  readonly #subscription: Subscription;
  readonly #waiting = new SlotMap<Waiting>();
  readonly #tick = new EventLoopTick();
  /** When the last reply of each service came, in Unix milliseconds. */
  readonly #heardAt = new Map<string, number>();
  #calls = 0;
  #isAway = false;
  /** When the bus last returned, in Unix milliseconds. */
  #returnedAt = -Infinity;

  constructor(connection: NatsConnection, keyring: Keyring) {
    this.#connection = connection;
    this.#identity = keyring.identity;
    this.#signer = new ActorSigner(keyring);
    this.#sealer = new RequestSealer(keyring);
    this.#subscription = connection.subscribe(replySubject(this.#identity, '*', `${this.#process}.*`), {
      callback: (error, message) => {
        if (!error) this.#receive(message);
      },
    });
    void this.#watch();
  }

  /**
   * Calls an operation and returns its output.
   * @throws ServiceError one of the operation; `service_unavailable` when a read gets no answer; `outcome_unknown` when a write was sent
   * and gets none.
   */
  async call<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    context: CallContext,
  ): Promise<Output> {
    const reply = await this.request(operation, encodeBody(input), context);
    if (!reply.ok) throw errorOfReply(reply);
    return decodeBody(reply.body) as Output;
  }

  /**
   * Like `call`, with the bytes of input and answer as the bus carries them; a refusal by the service is returned, not thrown.
   * @throws ServiceError like `call`, and `request_too_large` before anything is sent.
   */
  request(operation: Operation, input: Uint8Array, context: CallContext): Promise<Reply> {
    return traced(
      () => operationSpan('client', operation, context),
      (span) =>
        this.#request(operation, input, span ? { ...context, traceparent: span.traceparent } : context),
    );
  }

  /** Stops listening. Calls that still wait are rejected. */
  close(): void {
    this.#subscription.unsubscribe();
    for (const waiting of this.#waiting.values()) this.#expire(waiting);
  }

  async #request(operation: Operation, input: Uint8Array, context: CallContext): Promise<Reply> {
    const actorToken =
      'token' in context.caller ? context.caller.token : await this.#signer.sign(context.caller);
    context.deadline.check();
    const envelope = {
      actorToken,
      requestId: context.requestId,
      traceparent: context.traceparent,
      deadline: Math.min(context.deadline.at, Date.now() + maxTimeoutMs),
      idempotencyKey: context.idempotencyKey,
      client: context.client,
    };
    const headers = toHeaders(envelope);
    const seal = () => {
      const { header, clientHeader, ...sealed } = this.#sealer.seal({ operation, envelope, input });
      headers.set(wire.mac, header);
      if (clientHeader !== undefined) headers.set(wire.client, clientHeader);
      return sealed;
    };
    if (this.#subscription.isClosed()) throw unavailable(operation);
    const subject = operationSubject(operation);
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        call: (this.#calls += 1),
        slot: 0,
        parts: new ReplyParts(),
        operation,
        sealed: seal(),
        seal,
        timer: setTimeout(() => this.#expire(waiting), context.deadline.remaining),
        isSent: false,
        absentSince: undefined,
        send: (reply) => this.#connection.publish(subject, input, { headers, reply }),
        resolve,
        reject,
      };
      waiting.slot = this.#waiting.add(waiting);
      void this.#tick.end().then(() => this.#send(waiting));
    });
  }

  async #watch(): Promise<void> {
    for await (const status of this.#connection.status()) {
      const refusal = refusalOf(status);
      if (status.type === Events.Disconnect) this.#leave();
      if (status.type === Events.Reconnect) this.#sendKept();
      if (refusal?.operation === 'publish') this.#refuse(refusal.subject);
    }
  }

  /** Fails calls whose subject the permissions of the bus deny: no service has received them. */
  #refuse(subject: string): void {
    for (const waiting of this.#waiting.values()) {
      if (operationSubject(waiting.operation) !== subject) continue;
      this.#settle(waiting);
      waiting.reject(notAllowed(waiting.operation, this.#identity));
    }
  }

  /**
   * Holds calls back until the bus returns. Replies on their way are lost, so reads under way are sent again; a repeated write could be
   * carried out twice.
   */
  #leave(): void {
    this.#isAway = true;
    for (const waiting of this.#waiting.values())
      if (waiting.isSent && waiting.operation.kind !== 'write') this.#takeBack(waiting);
  }

  /** Makes a call as if it had not been sent. Replies to it are ignored from now on. */
  #takeBack(waiting: Waiting): void {
    waiting.isSent = false;
    waiting.call = this.#calls += 1;
    waiting.parts = new ReplyParts();
    waiting.sealed = waiting.seal();
  }

  #sendKept(): void {
    this.#isAway = false;
    this.#returnedAt = Date.now();
    for (const waiting of this.#waiting.values()) this.#send(waiting);
  }

  #send(waiting: Waiting): void {
    const { slot, call, operation } = waiting;
    if (this.#waiting.get(slot) !== waiting || waiting.isSent || this.#isAway) return;
    try {
      const place = `${this.#process}.${slot}-${call}`;
      waiting.send(replySubject(this.#identity, serviceOf(operation), place));
      waiting.isSent = true;
    } catch (error) {
      this.#settle(waiting);
      waiting.reject(isTooLarge(error) ? this.#tooLarge(operation, error) : unavailable(operation, error));
    }
  }

  #tooLarge(operation: Operation, cause: unknown): ServiceError {
    const megabytes = Math.floor((this.#connection.info?.max_payload ?? 0) / 1024 / 1024);
    const message = msg`The request to ${operation.name} is larger than the ${megabytes} MB that the bus accepts.`;
    return new ServiceError('request_too_large', message, { cause });
  }

  #expire(waiting: Waiting): void {
    this.#settle(waiting);
    waiting.reject(waiting.isSent ? lost(waiting.operation) : unavailable(waiting.operation));
  }

  #receive(message: Msg): void {
    const [, , , service, , place = ''] = message.subject.split('.');
    const [slot, call] = place.split('-').map(Number);
    const waiting = this.#waiting.get(slot ?? -1);
    // The slot is free or belongs to another call: this answer came too late.
    if (waiting?.call !== call || !waiting) return;
    // The permissions of the bus let a service publish only under its own name, so no other service can answer this call.
    if (service !== serviceOf(waiting.operation)) return;
    if (message.headers?.code === 503) return this.#noteAbsence(waiting);
    this.#heardAt.set(service, Date.now());
    const reply = waiting.parts.add(message.headers?.get(wire.part), message);
    if (!reply) return;
    this.#settle(waiting);
    if (isAnswerSealed(waiting.operation, waiting.sealed.sender) && !isAuthentic(waiting.sealed, reply))
      return waiting.reject(untrusted(waiting.operation));
    waiting.resolve(reply);
  }

  /**
   * The bus has found no instance of the service. The call is sent again to a service that is expected back: because the bus itself was
   * away, or because the service answered lately and may have lost the server of the bus to which it was connected. At a bus of one server
   * that is there, a service that is not found has ended.
   */
  #noteAbsence(waiting: Waiting): void {
    const now = Date.now();
    const { operation } = waiting;
    waiting.absentSince ??= now;
    const isCluster = (this.#connection.info?.connect_urls?.length ?? 0) > 1;
    const heardAt = (isCluster && this.#heardAt.get(serviceOf(operation))) || -Infinity;
    const isExpected = now - Math.max(heardAt, this.#returnedAt) < expectedForMs;
    if (!isExpected || now - waiting.absentSince >= maxAbsenceMs) {
      this.#settle(waiting);
      return waiting.reject(unavailable(operation));
    }
    this.#takeBack(waiting);
    setTimeout(() => this.#send(waiting), retryMs);
  }

  #settle({ timer, slot }: Waiting): void {
    clearTimeout(timer);
    this.#waiting.delete(slot);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof NatsError && error.code === (ErrorCode.MaxPayloadExceeded as string);
}

function unavailable(operation: Operation, cause?: unknown): ServiceError {
  const part = serviceOf(operation);
  return new ServiceError(
    'service_unavailable',
    msg`The ${part} service is not available; try again shortly.`,
    { cause },
  );
}

function untrusted(operation: Operation): ServiceError {
  const part = serviceOf(operation);
  return new ServiceError('not_trusted', msg`The answer is not signed by the ${part} service.`);
}

function notAllowed({ name }: Operation, identity: Identity): ServiceError {
  return new ServiceError('not_trusted', msg`The permissions of the bus forbid ${identity} to send ${name}.`);
}

/** Returns the error of a call without an answer in time, which depends on whether the operation reads or writes. */
function lost(operation: Operation): ServiceError {
  const part = serviceOf(operation);
  if (operation.kind === 'write') {
    return new ServiceError(
      'outcome_unknown',
      msg`The ${part} service did not answer in time; the outcome of the change is unknown.`,
    );
  }
  return new ServiceError(
    'service_unavailable',
    msg`The ${part} service did not answer in time; try again shortly.`,
  );
}
