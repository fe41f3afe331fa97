import {
  type Command,
  commandConsumer,
  commandResultSubject,
  commandSubject,
  ServiceError,
  type ServiceName,
  systemActor,
} from '@svc/contracts';
import type { ConsumeEventsOptions } from '../events/consume-events.ts';
import type { HandledMessage } from '../events/handled-message.ts';
import { StreamConsumer, traceparentOf } from '../events/stream-consumer.ts';
import { signMessage, verifyMessage } from '../signing/sign-message.ts';
import { changeIdOf } from '../store/commit-id.ts';
import type { IdempotencyKeys } from '../store/idempotency.ts';
import type { CommitCall } from '../store/store.ts';
import { Deadline } from '../time/deadline.ts';

/** The call of a command handler. A handler that writes with `commit` carries the command out once. */
export interface CommandCall<Input> extends CommitCall {
  readonly input: Input;
}

/** A command with the function that carries it out. */
interface CommandHandler<Deps> {
  readonly command: Command;
  readonly handle: (call: CommandCall<never>, deps: Deps) => Promise<unknown>;
}

/** Binds a function to the command that it carries out. */
export function defineCommandHandler<Deps, Input, Result>(
  command: Command<Input, Result>,
  handle: (call: CommandCall<Input>, deps: Deps) => Promise<Result>,
): CommandHandler<Deps> {
  return { command, handle };
}

interface ServeCommandsOptions<Deps> extends Omit<ConsumeEventsOptions, 'intervalMs'> {
  readonly service: ServiceName;
  readonly handlers: readonly CommandHandler<Deps>[];
  readonly deps: Deps;
  readonly idempotency: Pick<IdempotencyKeys, 'find'>;
}

/**
 * How many commands run at the same time: a long one, for a record with thousands of connections, must not delay those whose senders wait.
 * Their order is not guaranteed, since instances share them.
 */
const maxConcurrent = 8;

/** How long a command may run, in milliseconds: no client waits for it, and the limit only ends one that hangs. */
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
  message: HandledMessage,
  handler: CommandHandler<Deps> | undefined,
  options: ServeCommandsOptions<Deps>,
): Promise<void> {
  if (!handler) throw new Error(`no handler for the command ${message.subject}`);
  const { sender } = handler.command;
  await verifyMessage(options.keyring, message, sender);
  const id = message.headers?.get('Nats-Msg-Id') ?? '';
  const claim = { id: `command/${id}`, requestHash: '' };
  // Only a redelivered command can have a stored answer, so others need no query. The claim prevents a second execution in any case.
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
      : (JSON.parse(kept.answer) as unknown);
  await announce({ id, command: handler.command, result }, options);
}

/** Sends the result of a command. A failure is ignored: the command is done, and its sender may no longer wait. */
async function announce<Deps>(
  { id, command, result }: { id: string; command: Command; result: unknown },
  { connection, keyring, log }: ServeCommandsOptions<Deps>,
): Promise<void> {
  const subject = commandResultSubject(command, id);
  const body = Buffer.from(JSON.stringify({ result }));
  try {
    connection.publish(subject, body, { headers: await signMessage(keyring, { id, subject, body }) });
  } catch (error) {
    log.warn({ err: error, commandId: id }, 'failed to publish the result of a command');
  }
}

/** Resolves to undefined for a refusal, which ends a command, because a retry would not change it. @throws any other error */
async function orRefusal(result: Promise<unknown>): Promise<unknown> {
  return result.catch((error: unknown) => {
    if (error instanceof ServiceError && error.status < 500) return undefined;
    throw error;
  });
}
