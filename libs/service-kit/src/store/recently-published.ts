import type { PubAck, StreamInfo } from 'nats';
import { commandStream } from '@svc/contracts';
import type { OutboxItem } from './outbox.ts';

/** How long items are kept, in milliseconds: longer than consumers need, and than NATS leaves messages unwritten by default (2 minutes). */
const keptMs = 10 * 60 * 1_000;
/** The largest total of the bodies, in characters. */
const maxSize = 16 * 1024 * 1024;

interface Published {
  readonly item: OutboxItem;
  readonly stream: string;
  readonly seq: number;
  /** When the stream was created, as of the last look. */
  readonly created: string | undefined;
  readonly at: number;
}

/** The part of a stream's state that shows what it has lost. */
export type StreamState = Pick<StreamInfo, 'created'> & {
  readonly config: Pick<StreamInfo['config'], 'name'>;
  readonly state: Pick<StreamInfo['state'], 'first_seq' | 'last_seq'>;
};

/**
 * The items that this instance has published lately. They are in memory: a stream is rarely lost, and every write would pay for a copy in the
 * database.
 */
export class RecentlyPublished {
  readonly #created = new Map<string, string>();
  #kept: Published[] = [];
  #size = 0;

  add(item: OutboxItem, { stream, seq }: Pick<PubAck, 'stream' | 'seq'>): void {
    const at = performance.now();
    this.#kept.push({ item, stream, seq, created: this.#created.get(stream), at });
    this.#size += item.body.length;
    const isOld = (entry: Published) => entry.at < at - keptMs || this.#size > maxSize;
    let dropped = 0;
    for (; this.#kept[dropped] && isOld(this.#kept[dropped] as Published); dropped += 1)
      this.#size -= (this.#kept[dropped] as Published).item.body.length;
    if (dropped > 0) this.#kept.splice(0, dropped);
  }

  /**
   * Removes and returns the items that a stream has lost. They may be handled already: consumers recognize them.
   * @param askedAt when the state was asked for: a later item is not part of it.
   */
  takeLost({ config: { name }, created, state }: StreamState, askedAt: number): OutboxItem[] {
    this.#created.set(name, created);
    // Commands leave their stream when they are carried out.
    const first = name === commandStream ? 0 : state.first_seq;
    const isLost = (entry: Published) =>
      entry.stream === name &&
      entry.at < askedAt &&
      (isOther(entry.created, created) || entry.seq < first || entry.seq > state.last_seq);
    const lost = this.#kept.filter(isLost).map(({ item }) => item);
    if (lost.length === 0) return [];
    this.#kept = this.#kept.filter((entry) => !isLost(entry));
    this.#size -= lost.reduce((sum, { body }) => sum + body.length, 0);
    return lost;
  }
}

function isOther(known: string | undefined, created: string): boolean {
  return known !== undefined && known !== created;
}
