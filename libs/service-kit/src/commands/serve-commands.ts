import type { JsMsg, NatsConnection } from 'nats';
import {
  type Command,
  commandConsumer,
  commandResultSubject,
  commandSubject,
  ServiceError,
  type ServiceName,
  systemActor,
} from '@svc/contracts';
import { StreamConsumer, traceparentOf } from '../events/stream-consumer.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { signMessage, verifyMessage } from '../signing/sign-message.ts';
import { changeIdOf } from '../store/commit-id.ts';
import type { IdempotencyKeys } from '../store/idempotency.ts';
import type { CommitCall } from '../store/store.ts';
import { Deadline } from '../time/deadline.ts';

/** A command as its handler gets it: `commit` through the call, and it is carried out once. */
export interface CommandCall<Input> extends CommitCall {
  readonly input: Input;
}

/** One command with the function that carries it out. */
export interface CommandHandler<Deps> {
  readonly command: Command;
  readonly handle: (call: CommandCall<never>, deps: Deps) => Promise<unknown>;
}

/** Ties a function to the command it carries out. */
export function defineCommandHandler<Deps, Input, Result>(
  command: Command<Input, Result>,
  handle: (call: CommandCall<Input>, deps: Deps) => Promise<Result>,
): CommandHandler<Deps> {
  return { command, handle };
}

/** What the commands of a service are served with. */
export interface ServeCommandsOptions<Deps> {
  readonly service: ServiceName;
  readonly connection: NatsConnection;
  readonly keyring: Keyring;
  readonly handlers: readonly CommandHandler<Deps>[];
  readonly deps: Deps;
  readonly idempotency: Pick<IdempotencyKeys, 'find'>;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
}

/**
 * So many commands are carried out at the same time: one that takes long, for a record that is connected with thousands,
 * must not keep back those that somebody waits for. Their order is nobody's to rely on: instances share them anyway.
 */
const maxConcurrent = 8;

/** Nobody waits for a command's end as for a request's; this only keeps a stuck one from staying for ever. */
const timeoutMs = 20_000;

/** Carries out the commands that other services have committed for this one. */
export function serveCommands<Deps>(options: ServeCommandsOptions<Deps>): Promise<StreamConsumer> {
  const bySubject = new Map(options.handlers.map((handler) => [commandSubject(handler.command), handler]));
  return StreamConsumer.start({
    ...options,
    ...commandConsumer(options.service),
    batchSize: 1,
    concurrency: maxConcurrent,
    handle: async ([message]) => {
      if (message) await execute(message, bySubject.get(message.subject), options);
    },
  });
}

async function execute<Deps>(
  message: JsMsg,
  handler: CommandHandler<Deps> | undefined,
  options: ServeCommandsOptions<Deps>,
): Promise<void> {
  if (!handler) throw new Error(`no handler for ${message.subject}`);
  const { sender } = handler.command;
  await verifyMessage(options.keyring, message, sender);
  const id = message.headers?.get('Nats-Msg-Id') ?? '';
  const claim = { id: `command/${id}`, requestHash: '' };
  // The claim keeps out what comes twice: what comes for the first time needs no question.
  const traceparent = traceparentOf(message);
  const kept = message.redelivered ? await options.idempotency.find(claim) : undefined;
  const call = {
    input: handler.command.input.parse(message.json()),
    actor: systemActor(sender),
    deadline: Deadline.after(timeoutMs),
    claim,
    changeId: changeIdOf(id),
    traceparent,
    log: options.log.child({ command: handler.command.name, commandId: id, traceparent }),
  };
  const result =
    kept === undefined
      ? await orRefusal(handler.handle(call as never, options.deps))
      : (JSON.parse(kept) as unknown);
  await announce({ id, command: handler.command, result }, options);
}

/** Nobody may be waiting, and the command is done: a result that cannot be sent is no reason to do it again. */
async function announce<Deps>(
  { id, command, result }: { id: string; command: Command; result: unknown },
  { connection, keyring, log }: ServeCommandsOptions<Deps>,
): Promise<void> {
  const subject = commandResultSubject(command, id);
  const body = Buffer.from(JSON.stringify({ result }));
  try {
    connection.publish(subject, body, { headers: await signMessage(keyring, { id, subject, body }) });
  } catch (error) {
    log.warn({ err: error, commandId: id }, 'the result of a command could not be announced');
  }
}

/** A refusal is the end of a command: trying again would not change it. */
async function orRefusal(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  });
}
