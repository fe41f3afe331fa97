import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { readerRightsSchema, type Actor, type Subscription } from '@svc/contracts';
import { within } from '@svc/service-kit';
import { toEventId, type StreamPosition } from './event-id.ts';
import type { LiveEvent } from './live-event.ts';

/** Why the gateway ends a stream: the code of the error with which it was refused, or one of these. */
export type EndReason = string;

/** Maximum bytes that wait for a reader; beyond it, the stream ends. */
const maxBuffered = 1024 * 1024;
/** Milliseconds that a reader may take to read what waits for them, while they catch up and after the stream has ended. */
const drainMs = 30_000;

export interface LiveReaderOptions {
  readonly response: ServerResponse;
  readonly actor: Actor;
  readonly subscriptions: readonly Subscription[];
  /** When the stream of events was created. */
  readonly created: string;
  /** The reader has received what they may see up to this sequence. */
  readonly seq: number;
  /** Authenticates the reader again with the same credentials. @throws ServiceError when they are no longer accepted. */
  readonly authenticate: () => Promise<Actor>;
  /** The subscriptions of the same parameters with other rights. @throws ServiceError when they are not permitted. */
  readonly check: (actor: Actor) => Promise<readonly Subscription[]>;
  readonly onEnd: (reason: EndReason) => void;
}

/** One event stream: who reads it, what they subscribed to, and how far they have come. */
export class LiveReader {
  readonly #options: LiveReaderOptions;
  actor: Actor;
  /** The part of the actor that many readers share, as JSON. */
  rights: string;
  subscriptions: readonly Subscription[];
  /** The reader has received what they may see up to this position. */
  position: StreamPosition;
  #sentId = '';
  #checkedAt = performance.now();
  #isEnded = false;

  constructor(options: LiveReaderOptions) {
    this.#options = options;
    this.actor = options.actor;
    this.rights = rightsOf(options.actor);
    this.subscriptions = options.subscriptions;
    this.position = { created: options.created, seq: options.seq };
    options.response.once('close', () => this.#finish('closed'));
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Whether a change is new to the reader and belongs to one of their subscriptions. */
  subscribesTo({ seq, change }: Extract<LiveEvent, { kind: 'change' }>): boolean {
    const isOf = ({ post_type: postType, id }: Subscription) =>
      postType === change.post_type && (id === undefined || id === change.id);
    return !this.#isEnded && seq > this.position.seq && this.subscriptions.some(isOf);
  }

  /** Opens the stream: the id of the first position lets a client resume before the first message. */
  begin(): void {
    this.#write(`retry: 1000\n${this.#idLine()}: connected\n\n`);
  }

  /** Sends a message; `text` is its event and data, as `toMessage` makes it. */
  send(text: string, seq: number): void {
    this.position = { ...this.position, seq };
    this.#write(this.#idLine() + text);
  }

  /** The reader has received what they may see up to a position. */
  moveTo(position: StreamPosition): void {
    this.position = position;
  }

  /** Keeps the connection open, and moves the id on, so that resuming after a quiet time is cheap. */
  heartbeat(): void {
    this.#write(`: heartbeat\n${this.#idLine()}\n`);
  }

  /** The client has to fetch everything again. */
  resync(reason: 'events_lost' | 'rights_changed'): void {
    this.#write(this.#idLine() + toMessage('resync', { reason }));
  }

  /** Looks up the reader's rights; returns whether they are others than before. @throws ServiceError when they may no longer read. */
  async refreshRights(): Promise<boolean> {
    this.#checkedAt = performance.now();
    const actor = await this.#options.authenticate();
    const rights = rightsOf(actor);
    if (rights === this.rights) return false;
    this.subscriptions = await this.#options.check(actor);
    this.actor = actor;
    this.rights = rights;
    return true;
  }

  /** Whether the rights were looked up longer ago than this. */
  isUncheckedFor(milliseconds: number): boolean {
    return performance.now() - this.#checkedAt > milliseconds;
  }

  /** Waits until the client has read what waits for it; ends a stream that takes too long. */
  async drained(): Promise<void> {
    const { response } = this.#options;
    if (this.#isEnded || !response.writableNeedDrain) return;
    const closed = new AbortController();
    const read = Promise.race(['drain', 'close'].map((event) => once(response, event, closed)));
    await within(drainMs, read, () => new Error('slow')).catch(() => this.end('slow_reader'));
    closed.abort();
  }

  end(reason: EndReason): void {
    if (this.#isEnded) return;
    const { response } = this.#options;
    response.end(toMessage('end', { reason }));
    this.#finish(reason);
    const timer = setTimeout(() => response.destroy(), drainMs).unref();
    response.once('close', () => clearTimeout(timer));
  }

  #finish(reason: EndReason): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#options.onEnd(reason);
  }

  /** Empty if the client has this id already. */
  #idLine(): string {
    const id = toEventId(this.position);
    if (id === this.#sentId) return '';
    this.#sentId = id;
    return `id: ${id}\n`;
  }

  #write(text: string): void {
    if (this.#isEnded) return;
    const { response } = this.#options;
    response.write(text);
    if (response.writableLength > maxBuffered) this.end('slow_reader');
  }
}

/** A server-sent event without its id. */
export function toMessage(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The rights of a reader as JSON: everything on which access may depend, except the user id. */
function rightsOf(actor: Actor): string {
  return JSON.stringify(readerRightsSchema.parse(actor));
}
