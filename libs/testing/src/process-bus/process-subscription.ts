import { ErrorCode, NatsError, type Msg, type Subscription, type SubscriptionOptions } from 'nats';
import { matchesPattern } from './subject-pattern.ts';

/** One subscription of a connection: a callback, or an iterator of messages. */
export class ProcessSubscription implements AsyncIterable<Msg> {
  readonly pattern: string;
  readonly queue: string | undefined;
  readonly closed: Promise<void>;
  readonly #options: SubscriptionOptions;
  readonly #end = Promise.withResolvers<void>();
  readonly #onClose: (subscription: ProcessSubscription) => void;
  readonly #messages: Msg[] = [];
  readonly #timer: NodeJS.Timeout | undefined;
  #error: NatsError | undefined;
  #changed = Promise.withResolvers<void>();
  #received = 0;

  constructor(
    pattern: string,
    options: SubscriptionOptions,
    onClose: (subscription: ProcessSubscription) => void,
  ) {
    this.pattern = pattern;
    this.queue = options.queue;
    this.closed = this.#end.promise;
    this.#options = options;
    this.#onClose = onClose;
    this.#timer =
      options.timeout === undefined ? undefined : setTimeout(() => this.#expire(), options.timeout);
  }

  matches(subject: string): boolean {
    return !this.isClosed() && matchesPattern(this.pattern, subject);
  }

  deliver(message: Msg): void {
    if (this.isClosed()) return;
    clearTimeout(this.#timer);
    this.#received += 1;
    const isLast = this.#received === this.#options.max;
    if (this.#options.callback) this.#options.callback(null, message);
    else this.#messages.push(message);
    this.#announce();
    if (isLast) this.unsubscribe();
  }

  unsubscribe(): void {
    if (this.isClosed()) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#onClose(this);
    this.#end.resolve();
    this.#announce();
  }

  async drain(): Promise<void> {
    this.unsubscribe();
  }

  isClosed(): boolean {
    return this.#isClosed;
  }

  getReceived(): number {
    return this.#received;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Msg> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) yield message;
      else if (this.#error) throw this.#error;
      else if (this.isClosed()) return;
      else await this.#changed.promise;
    }
  }

  #isClosed = false;

  #expire(): void {
    this.#error = new NatsError('TIMEOUT', ErrorCode.Timeout);
    this.#options.callback?.(this.#error, undefined as never);
    this.unsubscribe();
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/** The subscription with the parts of NATS's interface that the services use. */
export const asSubscription = (subscription: ProcessSubscription) => subscription as unknown as Subscription;
