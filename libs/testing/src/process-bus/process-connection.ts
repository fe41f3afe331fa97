import {
  createInbox,
  ErrorCode,
  Events,
  headers as newHeaders,
  NatsError,
  type ConsumerConfig,
  type JetStreamPublishOptions,
  type Msg,
  type MsgHdrs,
  type Payload,
  type PublishOptions,
  type RequestOptions,
  type Status,
  type StreamConfig,
  type Subscription,
  type SubscriptionOptions,
} from 'nats';
import type { BusPermissions } from '@svc/contracts';
import type { MessageBroker } from './message-broker.ts';
import { bytesOf } from './message.ts';
import { ProcessSubscription, asSubscription } from './process-subscription.ts';
import type { PulledMessages } from './pulled-messages.ts';
import { matchesPattern } from './subject-pattern.ts';

// Not that of fake timers.
const { setImmediate } = globalThis;

/** As the servers of the local stack. */
const maxPayload = 8 * 1024 * 1024;

/** One connection to the bus of a process. */
export class ProcessConnection {
  readonly info = { max_payload: maxPayload, auth_required: true };
  readonly #broker: MessageBroker;
  readonly #permissions: BusPermissions | undefined;
  readonly #watchers = new Set<(status: Status) => void>();
  readonly #subscriptions = new Set<ProcessSubscription>();
  readonly #pulls = new Set<PulledMessages>();
  readonly #end = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(broker: MessageBroker, permissions: BusPermissions | undefined) {
    this.#broker = broker;
    this.#permissions = permissions;
  }

  publish(subject: string, data?: Payload, options: PublishOptions = {}): void {
    this.#check(data);
    if (!this.#maySend(subject)) return this.#report('publish', subject);
    this.#broker.publish({ subject, data: bytesOf(data), headers: options.headers, reply: options.reply });
  }

  subscribe(pattern: string, options: SubscriptionOptions = {}): Subscription {
    this.#check();
    const subscription = new ProcessSubscription(pattern, options, (closed) => {
      this.#broker.remove(closed);
      this.#subscriptions.delete(closed);
    });
    if (this.#mayHear(pattern, options.queue)) this.#broker.add(subscription);
    else this.#report('subscription', pattern);
    this.#subscriptions.add(subscription);
    return asSubscription(subscription);
  }

  async request(subject: string, data?: Payload, options?: Partial<RequestOptions>): Promise<Msg> {
    const reply = createInbox();
    const answers = this.subscribe(reply, { max: 1, timeout: options?.timeout ?? 1_000 });
    this.publish(subject, data, { reply, ...(options?.headers && { headers: options.headers }) });
    for await (const answer of answers) {
      if (answer.headers?.code === 503) throw new NatsError('503', ErrorCode.NoResponders);
      return answer;
    }
    throw closedError();
  }

  /** Resolves when what was published before is delivered. */
  flush(): Promise<void> {
    return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }

  /** Reports the messages and subscriptions that the permissions deny. */
  async *status(): AsyncGenerator<Status> {
    const statuses: Status[] = [];
    let changed = Promise.withResolvers<void>();
    this.#watchers.add((status) => {
      statuses.push(status);
      changed.resolve();
    });
    while (!this.#isClosed) {
      await Promise.race([changed.promise, this.#end.promise]);
      changed = Promise.withResolvers<void>();
      yield* statuses.splice(0);
    }
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  isDraining(): boolean {
    return false;
  }

  closed(): Promise<void> {
    return this.#end.promise;
  }

  async drain(): Promise<void> {
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    await this.flush();
    await this.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions) subscription.unsubscribe();
    for (const pull of this.#pulls) pull.cut();
    this.#end.resolve();
  }

  jetstream() {
    return {
      publish: async (subject: string, data?: Payload, options: Partial<JetStreamPublishOptions> = {}) => {
        this.#check(data);
        if (!this.#maySend(subject)) throw new NatsError('403', ErrorCode.PermissionsViolation);
        const headers = withId(options);
        const bytes = bytesOf(data);
        const stored = this.#broker.store(subject, bytes, headers);
        if (!stored) throw new NatsError('503', ErrorCode.NoResponders);
        if (!stored.duplicate) this.#broker.announce({ subject, data: bytes, headers, reply: undefined });
        return stored;
      },
      consumers: {
        get: async (stream: string, which: string | { filterSubjects?: string[] | string } = {}) => {
          this.#check();
          const found = this.#broker.stream(stream);
          const consumer =
            typeof which === 'string'
              ? found.consumer(which)
              : found.ordered([which.filterSubjects ?? ['>']].flat());
          return consumer.forConnection((pull) => void this.#pulls.add(pull));
        },
      },
    };
  }

  async jetstreamManager() {
    this.#check();
    const broker = this.#broker;
    return {
      streams: {
        add: async (config: Partial<StreamConfig> & { name: string }) => broker.addStream(config).info(),
        update: async (name: string, config: Partial<StreamConfig>) => {
          const stream = broker.stream(name);
          stream.config = { ...stream.config, ...config };
          return stream.info();
        },
        info: async (name: string) => broker.stream(name).info(),
        delete: async (name: string) => {
          broker.stream(name).close();
          return broker.streams.delete(name);
        },
        getMessage: async (name: string, query: { seq: number } | { last_by_subj: string }) =>
          'seq' in query ? broker.stream(name).at(query.seq) : broker.stream(name).last(query.last_by_subj),
        list: () => asLister([...broker.streams.values()].map((stream) => stream.info())),
        names: () => asLister([...broker.streams.keys()]),
      },
      consumers: {
        add: async (stream: string, config: Partial<ConsumerConfig>) =>
          broker.stream(stream).addConsumer(config).info(),
        update: async (stream: string, name: string, config: Partial<ConsumerConfig>) => {
          const consumer = broker.stream(stream).consumer(name);
          consumer.config = { ...consumer.config, ...config };
          return consumer.info();
        },
        info: async (stream: string, name: string) => broker.stream(stream).consumer(name).info(),
        list: (stream: string) =>
          asLister([...broker.stream(stream).consumers.values()].map((consumer) => consumer.info())),
      },
    };
  }

  #maySend(subject: string): boolean {
    if (!this.#permissions) return true;
    const { allow, deny = [] } = this.#permissions.publish;
    return isIn(allow, subject) && !isIn(deny, subject);
  }

  /** An entry may name the queue group in which alone its subjects are heard. */
  #mayHear(pattern: string, queue: string | undefined): boolean {
    if (!this.#permissions) return true;
    const { allow } = this.#permissions.subscribe;
    const entries = allow.map((entry) => entry.split(' '));
    const heard = entries.filter(([, group]) => group === undefined || group === queue);
    return isIn(
      heard.map(([subjects = '']) => subjects),
      pattern,
    );
  }

  #report(operation: 'publish' | 'subscription', subject: string): void {
    const data = ErrorCode.PermissionsViolation;
    const status: Status = { type: Events.Error, data, permissionContext: { operation, subject } };
    setImmediate(() => this.#watchers.forEach((watch) => watch(status)));
  }

  #check(data?: Payload): void {
    if (this.#isClosed) throw closedError();
    if (data !== undefined && Buffer.byteLength(data) > maxPayload)
      throw NatsError.errorForCode(ErrorCode.MaxPayloadExceeded);
  }
}

const isIn = (patterns: readonly string[], subject: string) =>
  patterns.some((pattern) => matchesPattern(pattern, subject));

const closedError = () => NatsError.errorForCode(ErrorCode.ConnectionClosed);

/** The headers of a message for a stream, with its id. */
function withId({ headers, msgID: id }: Partial<JetStreamPublishOptions>): MsgHdrs | undefined {
  if (id === undefined) return headers;
  const all = headers ?? newHeaders();
  all.set('Nats-Msg-Id', id);
  return all;
}

async function* asLister<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}
