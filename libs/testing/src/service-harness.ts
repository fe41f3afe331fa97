import { randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import {
  commandResultSubject,
  commandSubject,
  identities,
  publisherOf,
  serviceOf,
  type Actor,
  type Command,
  type Identity,
  type Operation,
  type ServiceName,
} from '@svc/contracts';
import { createTranslators } from '@svc/language';
import {
  ActorSigner,
  type AdmissionLimits,
  type AnswerWith,
  BusCaller,
  type Call,
  createKeyring,
  createLogger,
  Deadline,
  defineCommandHandler,
  defineHandler,
  ensureStreams,
  type Handler,
  type Keyring,
  keyringFile,
  loadKeyring,
  type Logger,
  OperationServer,
  rotateKeyring,
  type ScheduledTask,
  serveCommands,
  type ServiceContext,
  ServiceMetrics,
  signMessage,
  type StreamConsumer,
  watchKeyring,
} from '@svc/service-kit';
import { type BusAddress, connectTo, temporaryDirectory } from './throw-away-stack.ts';

/** What a stand-in may answer. */
export type Answer<Output> = Output | AnswerWith<Output>;

/** The consumer of a service's commands, and what carries them out, by their names. */
interface CommandStandIn {
  readonly handlers: Map<string, ReturnType<typeof defineCommandHandler<undefined, never, unknown>>>;
  consumer: Promise<StreamConsumer | undefined>;
}

/** Milliseconds that a caller waits for an answer: longer than in earnest, because tests share a machine. */
const timeoutMs = 25_000;

/**
 * What a service's own test needs around it on a real bus: contexts to start instances of it in this process, stand-ins
 * for the operations of other services, and a caller that speaks for users as the gateway does.
 */
export class ServiceHarness {
  /** One for all suites of a worker: it reads every catalogue. */
  static readonly #translatorFor = createTranslators();
  /** The test's own connection, to publish and to look. */
  readonly bus: NatsConnection;
  /** Why instances were not ready, in the order in which they said so. */
  readonly notReadyReasons: string[] = [];
  readonly #stack: BusAddress;
  readonly #keys: string;
  readonly #isOpen: boolean;
  readonly #contexts: ServiceContext[] = [];
  readonly #watches: ScheduledTask[] = [];
  readonly #stops: (() => Promise<void>)[] = [];
  #signer: ActorSigner | undefined;
  /** What callers and stand-ins speak and answer with: one connection for each identity. */
  readonly #shared = new Map<Identity, Promise<ServiceContext>>();
  /** What publishers sign with; read anew once the keys are others. */
  readonly #keyrings = new Map<Identity, Promise<Keyring>>();
  readonly #standIns = new Map<ServiceName, CommandStandIn>();

  private constructor(bus: NatsConnection, options: { stack: BusAddress; keys: string; isOpen: boolean }) {
    this.bus = bus;
    this.#stack = options.stack;
    this.#keys = options.keys;
    this.#isOpen = options.isOpen;
  }

  /**
   * Connects to a bus and makes keys for everyone on it. Where it is open, every process may say and hear everything, for operations that
   * no contract has.
   */
  static async open(stack: BusAddress, { isOpen = false } = {}): Promise<ServiceHarness> {
    const keys = temporaryDirectory();
    await createKeyring(keys);
    const log = silentLog('test');
    const bus = await connectTo(stack, { as: 'test', identity: 'test', log });
    await ensureStreams(await bus.jetstreamManager(), log);
    return new ServiceHarness(bus, { stack, keys, isOpen });
  }

  /** What one instance of a service is started with; each has its own connection. A `log` of the test's is listened to. */
  async context(identity: Identity, log = silentLog(identity)): Promise<ServiceContext> {
    const file = keyringFile(this.#keys, identity);
    const keyring = await loadKeyring(file, identity);
    this.#watches.push(watchKeyring(keyring, file, log));
    const bus = await connectTo(this.#stack, { as: this.#isOpen ? 'test' : identity, identity, log });
    const context = {
      log,
      metrics: new ServiceMetrics(identity),
      keyring,
      bus,
      caller: new BusCaller(bus, keyring),
      translatorFor: ServiceHarness.#translatorFor,
      notReady: (reason: string) => void this.notReadyReasons.push(reason),
    };
    this.#contexts.push(context);
    return context;
  }

  /** Answers an operation of another service with a function. */
  async standIn<Input, Output>(
    operation: Operation<Input, Output>,
    answer: (input: Input, actor: Actor) => Answer<Output> | Promise<Answer<Output>>,
  ): Promise<OperationServer<undefined>> {
    const handle = async (call: Call<Input>) => answer(call.input, call.actor);
    return this.serve(serviceOf(operation), [defineHandler<undefined, Input, Output>(operation, handle)]);
  }

  /** Answers operations as an instance of a service. */
  async serve(
    identity: Identity,
    handlers: readonly Handler<undefined>[],
    { log, ...more }: { log?: Logger; limits?: AdmissionLimits } = {},
  ): Promise<OperationServer<undefined>> {
    const { bus, ...context } = await (log ? this.context(identity, log) : this.#sharedContext(identity));
    const server = new OperationServer({ ...context, ...more, connection: bus, handlers, deps: undefined });
    await bus.flush();
    return server;
  }

  /**
   * Asks an operation in a caller's name, as the gateway does; the system as the service or tool it is named after. Where neither may
   * ask, a service that may does it for them.
   */
  async call<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    caller: Actor,
    options: { idempotencyKey?: string; milliseconds?: number } = {},
  ): Promise<Output> {
    const { caller: sender } = await this.#sharedContext(this.#speakerOf(operation, caller));
    return sender.call(operation, input, {
      caller: caller.kind === 'system' ? caller : { token: await this.#tokenOf(caller) },
      requestId: randomUUID(),
      deadline: Deadline.after(options.milliseconds ?? timeoutMs),
      idempotencyKey: options.idempotencyKey,
    });
  }

  async #tokenOf(caller: Actor): Promise<string> {
    this.#signer ??= new ActorSigner(await loadKeyring(keyringFile(this.#keys, 'gateway')));
    return this.#signer.sign(caller);
  }

  #speakerOf({ callers }: Operation, caller: Actor): Identity {
    const isNamed = (identity: Identity) => caller.kind === 'system' && identity === caller.displayName;
    const speaker = callers.includes('gateway') ? 'gateway' : (callers[0] ?? 'gateway');
    return identities.find(isNamed) ?? speaker;
  }

  #sharedContext(identity: Identity): Promise<ServiceContext> {
    const known = this.#shared.get(identity) ?? this.context(identity);
    this.#shared.set(identity, known);
    return known;
  }

  /**
   * Carries out a command with a function, until the returned one is called. All stand-ins for a service have one consumer, as its own
   * commands have: two would take each other's.
   */
  async carryOut<Input, Result>(
    command: Command<Input, Result>,
    work: (input: Input) => Result,
  ): Promise<() => Promise<void>> {
    const service = serviceOf(command);
    const standIn = this.#standIns.get(service) ?? {
      handlers: new Map(),
      consumer: Promise.resolve(undefined),
    };
    this.#standIns.set(service, standIn);
    const before = standIn.handlers.get(command.name);
    const handler = defineCommandHandler<undefined, Input, Result>(command, async ({ input }) => work(input));
    standIn.handlers.set(command.name, handler);
    await this.#consumeAgain(service, standIn);
    return async () => {
      if (before) standIn.handlers.set(command.name, before);
      else standIn.handlers.delete(command.name);
      await this.#consumeAgain(service, standIn);
    };
  }

  /** Replaces the consumer of a service's commands by one for its present stand-ins. */
  async #consumeAgain(service: ServiceName, standIn: CommandStandIn): Promise<void> {
    const start = async (old: StreamConsumer | undefined) => {
      await old?.stop();
      const handlers = [...standIn.handlers.values()];
      if (handlers.length === 0) return undefined;
      const { bus, ...context } = await this.#sharedContext(service);
      const idempotency = { find: async () => undefined };
      const options = { ...context, service, connection: bus, idempotency, deps: undefined, handlers };
      const consumer = await serveCommands(options);
      // What goes on without its bus keeps the process from ending.
      this.onClose(() => consumer.stop());
      return consumer;
    };
    await (standIn.consumer = standIn.consumer.then(start));
  }

  /** Sends a command in a service's name, as its relay does, and waits for what it results in. */
  async command<Input, Result>(
    command: Command<Input, Result>,
    input: Input,
    from: Identity,
  ): Promise<Result> {
    const id = randomUUID();
    const announced = this.bus.subscribe(commandResultSubject(command, id), { max: 1, timeout: 20_000 });
    await this.publish({ id, subject: commandSubject(command), content: input }, from);
    for await (const message of announced) return message.json<{ result: Result }>().result;
    throw new Error(`${command.name} was not carried out`);
  }

  /** Publishes an event or a command on its stream, signed by the service whose word it is unless it says another. */
  async publish(
    { id = randomUUID(), subject, content }: { id?: string; subject: string; content: unknown },
    from: Identity | undefined = publisherOf(subject),
  ): Promise<void> {
    const body = Buffer.from(JSON.stringify(content));
    const headers = await signMessage(await this.#keyringOf(from ?? 'admin'), { id, subject, body });
    await this.bus.jetstream().publish(subject, body, { headers });
  }

  #keyringOf(identity: Identity): Promise<Keyring> {
    const known = this.#keyrings.get(identity) ?? loadKeyring(keyringFile(this.#keys, identity));
    this.#keyrings.set(identity, known);
    return known;
  }

  /** Gives everybody new keys that begin so many milliseconds from now. */
  async rotateKeys(milliseconds: number): Promise<void> {
    this.#keyrings.clear();
    await rotateKeyring(this.#keys, { rotated: identities, startsAt: Date.now() + milliseconds });
  }

  /** Stops something when the harness closes, while the bus is still there. */
  onClose(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Closes every connection that was opened here. */
  async close(): Promise<void> {
    for (const stop of this.#stops) await stop();
    for (const watch of this.#watches) await watch.stop();
    for (const { caller, bus } of this.#contexts) {
      caller.close();
      await bus.close();
    }
    await this.bus.close();
  }
}

const silentLog = (service: string) => createLogger({ service, level: 'silent' });
