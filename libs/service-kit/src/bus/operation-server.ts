import type { Msg, NatsConnection, Subscription } from 'nats';
import {
  type Actor,
  checkKey,
  checkKeyInput,
  checkSetup,
  type Identity,
  inEnglish,
  type Operation,
  operationSubject,
  ServiceError,
  serviceOf,
  type Translate,
} from '@svc/contracts';
import type { TranslatorFor } from '@svc/language';
import { databaseRefusal } from '../database-failure.ts';
import { defaultLimits, type AdmissionLimits } from '../config/queue-settings.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { Deadline } from '../time/deadline.ts';
import { traced, type Span } from '../tracing/span.ts';
import { Admission } from './admission.ts';
import type { BusCaller } from './bus-caller.ts';
import { AnswerWith, RawJson, type Call, type Handler } from './call.ts';
import type { KeptAnswers } from './idempotency-claim.ts';
import { noteOutcome, operationSpan } from './operation-span.ts';
import { parseInput } from './parse-input.ts';
import { sendReply } from './reply-parts.ts';
import { answerMac, isAnswerSealed } from './request-mac.ts';
import { RequestVerifier } from './request-verifier.ts';
import { SlotMap } from './slot-map.ts';
import { EventLoopTick } from './event-loop-tick.ts';
import { encodeBody, errorReply, fromHeaders, okReply, type Envelope, type Reply } from './wire.ts';

interface OperationServerOptions<Deps> {
  readonly connection: NatsConnection;
  readonly keyring: Keyring;
  readonly caller: BusCaller;
  readonly handlers: readonly Handler<Deps>[];
  readonly deps: Deps;
  /** Translates refusals into the language of the caller. */
  readonly translatorFor: TranslatorFor;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  /** Stores the answers of repeatable writes; absent for a service without writes. */
  readonly idempotency?: KeptAnswers | undefined;
  /** How much work for clients runs at the same time. */
  readonly limits?: AdmissionLimits;
}

/** A request whose sender is verified. */
interface Received {
  readonly message: Msg;
  readonly envelope: Envelope;
  /** The trace context of the answer's span if it is traced, otherwise of the request. */
  readonly traceparent: string | undefined;
  readonly log: Logger;
  readonly sender: Identity;
}

/** A request whose sender and actor are verified. */
interface Verified extends Received {
  readonly deadline: Deadline;
  readonly actor: Actor;
}

/** Answers the operations of one service. All its instances form one queue group and share the requests. */
export class OperationServer<Deps> {
  readonly #options: OperationServerOptions<Deps>;
  readonly #subscriptions: Subscription[];
  readonly #requests: RequestVerifier;
  readonly #running = new SlotMap<Promise<void>>();
  readonly #tick = new EventLoopTick();
  readonly #admission: Admission;

  constructor(options: OperationServerOptions<Deps>) {
    this.#options = options;
    this.#requests = new RequestVerifier(options.keyring);
    this.#admission = new Admission(options.limits ?? defaultLimits, options.metrics);
    this.#subscriptions = options.handlers.map((handler) => this.#subscribe(handler));
  }

  /** Stops accepting requests, and waits until those under way are answered. */
  async drain(): Promise<void> {
    const open = this.#subscriptions.filter((subscription) => !subscription.isClosed());
    if (!this.#options.connection.isClosed())
      await Promise.all(open.map((subscription) => subscription.drain()));
    await Promise.all(this.#running.values());
  }

  #subscribe(handler: Handler<Deps>): Subscription {
    return this.#options.connection.subscribe(operationSubject(handler.operation), {
      queue: serviceOf(handler.operation),
      callback: (error, message) => {
        if (error) return this.#options.log.error({ err: error }, 'failed to subscribe to an operation');
        const work = this.#answer(handler, message);
        const slot = this.#running.add(work);
        void work.then(() => this.#running.delete(slot));
      },
    });
  }

  /** Handles a message. Never rejects, because no caller awaits it. */
  #answer(handler: Handler<Deps>, message: Msg): Promise<void> {
    const envelope = fromHeaders(message.headers);
    return traced(
      () => operationSpan('server', handler.operation, envelope),
      (span) => this.#answerIn(handler, { message, envelope }, span),
    );
  }

  async #answerIn(
    handler: Handler<Deps>,
    { message, envelope }: Pick<Received, 'message' | 'envelope'>,
    span: Span | undefined,
  ): Promise<void> {
    const { connection, metrics } = this.#options;
    const operation = handler.operation.name;
    const startedAt = performance.now();
    const { requestId } = envelope;
    const { traceparent } = span ?? envelope;
    const log = this.#options.log.child({ requestId, traceparent, operation });
    const reply = await this.#run(handler, { message, envelope, traceparent, log }).catch((error: unknown) =>
      failureReply(error, { ...handler, log }),
    );
    const milliseconds = performance.now() - startedAt;
    const outcome = reply.code ?? 'ok';
    if (span) noteOutcome(span, reply);
    metrics.operationDuration.observe({ operation, outcome }, milliseconds / 1000);
    log.info({ outcome, ms: Math.round(milliseconds * 10) / 10 }, 'request');
    await this.#tick.end();
    try {
      if (message.reply) sendReply(connection, message.reply, reply);
    } catch (error) {
      log.warn({ err: error }, 'failed to send an answer');
    }
  }

  async #run(handler: Handler<Deps>, received: Omit<Received, 'sender'>): Promise<Reply> {
    const { operation } = handler;
    const request = this.#requests.verifySender(operation, received.envelope, received.message);
    const { sender } = request;
    const reply = await this.#answerFrom(handler, { ...received, sender }).catch((error: unknown) =>
      failureReply(error, { operation, log: received.log }),
    );
    return isAnswerSealed(operation, sender) ? { ...reply, mac: answerMac(request, reply) } : reply;
  }

  async #answerFrom(handler: Handler<Deps>, received: Received): Promise<Reply> {
    const { envelope, log, sender } = received;
    const deadline = new Deadline(envelope.deadline);
    deadline.check();
    const actor = await this.#requests.verifyActor(handler.operation, envelope, sender);
    try {
      return await this.#admission.run(handler.operation, { sender, actor, deadline }, () =>
        this.#handle(handler, { ...received, deadline, actor }),
      );
    } catch (error) {
      const translate = this.#options.translatorFor(actor.locale);
      return failureReply(error, { operation: handler.operation, log }, translate);
    }
  }

  async #handle(
    handler: Handler<Deps>,
    { message, envelope, traceparent, log, deadline, actor }: Verified,
  ): Promise<Reply> {
    const { operation } = handler;
    const { idempotency, deps } = this.#options;
    checkSetup(actor, operation);
    checkKey(actor, operation);
    const input = parseInput(operation, message.data);
    checkKeyInput(actor, input);
    const claim = idempotency?.claimOf({
      operation,
      actor,
      key: envelope.idempotencyKey,
      input: message.data,
    });
    const keptReply = async () => {
      const kept = claim && (await idempotency?.find(claim));
      return (
        kept && okReply(Buffer.from(kept.answer), kept.version === undefined ? {} : { version: kept.version })
      );
    };
    const first = await keptReply();
    if (first) return first;
    const noted: { version?: number } = {};
    const call: Call = {
      input,
      actor,
      requestId: envelope.requestId,
      traceparent,
      deadline,
      log,
      client: envelope.client,
      claim,
      noteVersion: (version) => void (noted.version = version),
      ask: (other, input, sooner = deadline) =>
        this.#options.caller.call(other, input, {
          caller: actor.kind === 'system' ? actor : { token: envelope.actorToken },
          requestId: envelope.requestId,
          traceparent,
          deadline: sooner,
          client: envelope.client,
        }),
    };
    try {
      const output = await handler.handle(call as Call<never>, deps);
      return replyOf(output, noted);
    } catch (error) {
      // A repeat that ran at the same time may cause this refusal: the record that both delete no longer exists.
      const twin = error instanceof ServiceError ? await keptReply() : undefined;
      if (twin) return twin;
      throw error;
    }
  }
}

function replyOf(output: unknown, noted: { readonly version?: number }): Reply {
  if (output instanceof AnswerWith) return okReply(encodeBody(output.output), output.headers);
  return okReply(output instanceof RawJson ? output.bytes : encodeBody(output), noted);
}

/** An operation that failed, and the log of its request. */
interface Failed {
  readonly operation: Pick<Operation, 'kind'>;
  readonly log: Logger;
}

function failureReply(error: unknown, failed: Failed, translate: Translate = inEnglish): Reply {
  return errorReply(answerableError(error, failed), translate);
}

/**
 * Returns the error for the caller. A failure of the database becomes status 503, any other unknown error `internal_error`, and its details are
 * logged.
 */
export function answerableError(failure: unknown, { operation, log }: Failed): ServiceError {
  const error = databaseRefusal(failure, operation.kind) ?? failure;
  if (error instanceof ServiceError) {
    if (error.status >= 500 || error.code === 'not_trusted')
      log.warn({ err: error }, 'failed to answer a request');
    return error as ServiceError;
  }
  log.error({ err: error }, 'operation failed');
  return new ServiceError(
    'internal_error',
    'The service failed to handle the request. The log has the details under the request id.',
  );
}
