import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { backoffMs, inBatches, sideBySide, within, type Logger } from '@svc/service-kit';
import { liveLimits, ServiceError } from '@svc/contracts';
import { deliver, type AskRecords } from './deliver.ts';
import { readEventId } from './event-id.ts';
import { EventFeed, type EventBatch, type EventFeedOptions } from './event-feed.ts';
import type { LiveEvent } from './live-event.ts';
import { LiveReader, type EndReason, type LiveReaderOptions } from './live-reader.ts';

export interface LiveChangesOptions extends EventFeedOptions {
  readonly log: Logger;
  readonly ask: AskRecords;
  /** Drops the cached actors of a user; without an id, those of all site links. */
  readonly forget: (userId?: number) => void;
  readonly observer: LiveObserver;
  readonly heartbeatMs?: number;
}

/** Receives the figures of event streams. */
export interface LiveObserver {
  /** The number of open streams. */
  open(count: number): void;
  ended(reason: EndReason): void;
  /** Seconds from the publication of an event until it was sent to the readers who may see it. */
  delivered(seconds: number): void;
}

/** An accepted request for an event stream. */
export interface StreamRequest extends Omit<LiveReaderOptions, 'created' | 'seq'> {
  /** The id of the last message that the client has received. */
  readonly lastEventId: string | undefined;
}

const defaultHeartbeatMs = 10_000;
/** How many readers read the stream with consumers of their own at the same time. */
const maxReplays = 8;
/** Milliseconds after which a reader is authenticated again, because their credentials may have expired. */
const credentialsMs = 5 * 60_000;
const retryWaits = { firstMs: 100, maxMs: 5_000 };

/**
 * The event streams of this process. All readers share one feed, and who may see a batch of events is decided for all of them together. A
 * reader who resumes catches up alone, and then joins the others.
 */
export class LiveChanges {
  readonly #options: LiveChangesOptions;
  readonly #open = new Set<LiveReader>();
  /** The open readers who have caught up with the feed. */
  readonly #current = new Set<LiveReader>();
  readonly #replays = new Places(maxReplays);
  readonly #timer: NodeJS.Timeout;
  readonly #counts = new Map<string, number>();
  #changed = Promise.withResolvers<void>();
  #feed: Promise<EventFeed> | undefined;
  #isStopped = false;

  constructor(options: LiveChangesOptions) {
    this.#options = options;
    const { heartbeatMs = defaultHeartbeatMs } = options;
    this.#timer = setInterval(() => void this.#beat(), heartbeatMs).unref();
  }

  /** Begins a stream. @throws ServiceError `service_unavailable` while the events cannot be read, and after a stop. */
  async open({ lastEventId, ...request }: StreamRequest): Promise<void> {
    const feed = await this.#openFeed();
    const { first, last } = await feed.ends().catch((error: unknown) => {
      throw unavailable(error);
    });
    const resumed = lastEventId === undefined ? last : readEventId(lastEventId, feed.created);
    const isLost = resumed === undefined || resumed < first - 1 || resumed > last;
    if (this.#isStopped) throw unavailable();
    const onEnd = (reason: EndReason) => {
      this.#open.delete(reader);
      this.#current.delete(reader);
      this.#count(reason);
      request.onEnd(reason);
    };
    const { created } = feed;
    const reader = new LiveReader({ ...request, created, seq: isLost ? last : resumed, onEnd });
    this.#open.add(reader);
    this.#count();
    reader.begin();
    if (isLost) reader.resync('events_lost');
    void this.#catchUp(reader, feed);
  }

  /** A number that grows with each event of a type. */
  countOf(postType: string): number {
    return this.#counts.get(postType) ?? 0;
  }

  /** Waits until there are more events of a type than `count`; false when it takes too long. */
  async nextChange(
    postType: string,
    { count, milliseconds }: { readonly count: number; readonly milliseconds: number },
  ): Promise<boolean> {
    const end = Date.now() + milliseconds;
    await this.#openFeed();
    while (this.countOf(postType) <= count && !this.#isStopped) {
      const left = end - Date.now();
      if (left <= 0) return false;
      await within(left, this.#changed.promise).catch(() => undefined);
    }
    return !this.#isStopped;
  }

  /** Ends all streams; clients reconnect to another process. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const reader of [...this.#open]) reader.end('shutdown');
    this.#changed.resolve();
    void this.#feed?.then((feed) => feed.stop()).catch(() => undefined);
  }

  #openFeed(): Promise<EventFeed> {
    if (this.#isStopped) throw unavailable();
    this.#feed ??= EventFeed.open(this.#options).then(
      (feed) => {
        void this.#run(feed);
        return feed;
      },
      (error: unknown) => {
        this.#feed = undefined;
        throw unavailable(error);
      },
    );
    return this.#feed;
  }

  async #run(feed: EventFeed): Promise<void> {
    for (let batch = await feed.next(); batch; batch = await feed.next()) {
      const readers = [...this.#current];
      this.#note(batch.events);
      await this.#pass(readers, batch, feed.created);
      // Sockets of readers who read have to be emptied before the next batch is added.
      await setImmediate();
      const last = batch.events.at(-1);
      if (last && readers.length > 0) this.#options.observer.delivered((Date.now() - last.time) / 1_000);
    }
  }

  /** Wakes those who wait for changes of a type. */
  #note(events: readonly LiveEvent[]): void {
    for (const event of events)
      if (event.kind === 'change') {
        const { post_type: postType } = event.change;
        this.#counts.set(postType, this.countOf(postType) + 1);
      }
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  async #catchUp(reader: LiveReader, feed: EventFeed): Promise<void> {
    try {
      while (!reader.isEnded && !this.#isJoined(reader, feed)) {
        const after = reader.position.seq;
        const kept = feed.since(after);
        if (kept) await this.#passAll(reader, feed, kept);
        else await this.#replays.run(() => this.#replay(reader, feed));
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'failed to resume an event stream');
      reader.end('service_unavailable');
    }
  }

  /** Lets a reader who has every event that was handed out join the others. */
  #isJoined(reader: LiveReader, feed: EventFeed): boolean {
    const isOther = reader.position.created !== feed.created;
    if (isOther) startAgain(reader, { created: feed.created, seq: feed.seq });
    if (feed.since(reader.position.seq)?.length !== 0) return false;
    this.#current.add(reader);
    return true;
  }

  async #passAll(reader: LiveReader, feed: EventFeed, kept: readonly LiveEvent[]): Promise<void> {
    const { created } = feed;
    for (const events of inBatches(kept, liveLimits.changes)) {
      const seq = events.at(-1)?.seq ?? reader.position.seq;
      await this.#pass([reader], { events, after: reader.position.seq, seq, followsGap: false }, created);
      await reader.drained();
    }
  }

  async #replay(reader: LiveReader, feed: EventFeed): Promise<void> {
    const { created } = feed;
    for await (const batch of feed.replay(reader.position.seq)) {
      await this.#pass([reader], batch, created);
      await reader.drained();
      if (reader.isEnded) return;
    }
  }

  /** Passes a batch to readers: first their rights change with it, then they are sent what they may see. */
  async #pass(readers: readonly LiveReader[], batch: EventBatch, created: string): Promise<void> {
    const { events, after, seq, followsGap } = batch;
    if (followsGap) for (const reader of readers) startAgain(reader, { created, seq: after });
    await this.#applyRights(readers, events);
    await this.#deliver(readers, events);
    for (const reader of readers) if (reader.position.seq < seq) reader.moveTo({ created, seq });
  }

  async #applyRights(readers: readonly LiveReader[], events: readonly LiveEvent[]): Promise<void> {
    const users = new Set(events.flatMap((event) => (event.kind === 'user' ? [event.userId] : [])));
    const concernsLinks = events.some(({ kind }) => kind === 'site_link');
    for (const userId of users) this.#options.forget(userId);
    if (concernsLinks) this.#options.forget();
    const concerned = readers.filter(({ actor }) =>
      actor.kind === 'site_link' ? concernsLinks : users.has(actor.userId),
    );
    await this.#refreshAll(concerned);
  }

  async #refreshAll(readers: readonly LiveReader[]): Promise<void> {
    await sideBySide(readers, maxReplays, async (reader) => {
      try {
        if (await reader.refreshRights()) reader.resync('rights_changed');
      } catch (error) {
        const refusal: ServiceError | undefined = error instanceof ServiceError ? error : undefined;
        reader.end(refusal?.code ?? 'service_unavailable');
      }
    });
  }

  /** Waits while records is not available: no event may be missed, and readers who wait receive heartbeats. */
  async #deliver(readers: readonly LiveReader[], events: readonly LiveEvent[]): Promise<void> {
    const { ask, log } = this.#options;
    for (let failures = 1; !this.#isStopped; failures += 1) {
      try {
        return await deliver(readers, events, ask);
      } catch (error) {
        if (failures === 1) log.warn({ err: error }, 'failed to decide who may see events; will retry');
        await delay(backoffMs(retryWaits, failures));
      }
    }
  }

  async #beat(): Promise<void> {
    const feed = await this.#feed?.catch(() => undefined);
    await feed?.check().catch(() => undefined);
    for (const reader of this.#open) reader.heartbeat();
    const due = [...this.#open].filter((reader) => reader.isUncheckedFor(credentialsMs));
    await this.#refreshAll(due);
  }

  #count(ended?: EndReason): void {
    const { observer } = this.#options;
    observer.open(this.#open.size);
    if (ended !== undefined) observer.ended(ended);
  }
}

/** The reader has to fetch everything again, and receives the events after a position. */
function startAgain(reader: LiveReader, position: LiveReader['position']): void {
  reader.moveTo(position);
  reader.resync('events_lost');
}

function unavailable(cause?: unknown): ServiceError {
  const message = 'The events cannot be read at the moment. Try again shortly.';
  return new ServiceError('service_unavailable', message, { cause });
}

/** Runs a limited number of functions at the same time. */
class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
