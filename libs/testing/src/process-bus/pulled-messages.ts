import type { JsMsg } from 'nats';

/** The messages of one request to a consumer: an iterator that ends with their number, after a time, or when it is stopped. */
export class PulledMessages implements AsyncIterable<JsMsg> {
  readonly #messages: JsMsg[] = [];
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #onEnd: () => void;
  #left: number;
  #isEnded = false;
  #isCut = false;
  #changed = Promise.withResolvers<void>();

  constructor(limit: number, expiresMs: number | undefined, onEnd: () => void) {
    this.#left = limit;
    this.#onEnd = onEnd;
    this.#timer = expiresMs === undefined ? undefined : setTimeout(() => this.stop(), expiresMs);
  }

  get wantsMore(): boolean {
    return !this.#isEnded && this.#left > 0;
  }

  /** Whether the connection of the request is closed. */
  get isCut(): boolean {
    return this.#isCut;
  }

  push(message: JsMsg): void {
    this.#left -= 1;
    this.#messages.push(message);
    if (this.#left === 0) this.stop();
    this.#announce();
  }

  stop(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#timer);
    this.#onEnd();
    this.#announce();
  }

  /** The connection closes: nothing of the request is delivered or acknowledged any more. */
  cut(): void {
    this.#isCut = true;
    this.#messages.length = 0;
    this.stop();
  }

  async close(): Promise<void> {
    this.stop();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<JsMsg> {
    try {
      for (;;) {
        const message = this.#messages.shift();
        if (message) yield message;
        else if (this.#isEnded) return;
        else await this.#changed.promise;
      }
    } finally {
      this.stop();
    }
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}
