import { setTimeout as delay } from 'node:timers/promises';
import type { RecordWorld } from './record-world.ts';

/** Between two changes of one writer, in milliseconds: search has to follow on a busy machine, too. */
const pause = 40;

/** Writes to a world all the time, everything that can happen to records and comments, until it is told to stop. */
export class Writers {
  readonly #world: RecordWorld;
  readonly #comments: { id: number; record_id: number; version: number }[] = [];
  readonly #records: number[];
  readonly #working: Promise<void>[];
  #state: number;
  #isStopped = false;
  /** How many changes there were. */
  changes = 0;

  /** Several at once; `seed` says what they do. */
  constructor(world: RecordWorld, seed: number, writers = 3) {
    this.#world = world;
    this.#state = seed;
    this.#records = world.records.map(({ id }) => id);
    this.#comments = world.comments.map(({ id, record_id, version }) => ({ id, record_id, version }));
    this.#working = Array.from({ length: writers }, () => this.#write());
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#working);
  }

  async #write(): Promise<void> {
    while (!this.#isStopped) {
      await this.#change();
      this.changes += 1;
      await delay(pause);
    }
  }

  async #change(): Promise<void> {
    const kind = this.#below(10);
    if (kind < 2)
      this.#records.push(await this.#world.create({ name: `New ${this.changes}`, shared_with: [3] }));
    else if (kind < 5)
      await this.#onRecord((id) => this.#world.update(id, { name: `Named ${this.changes}` }));
    else if (kind < 6)
      await this.#onRecord((id) => this.#world.update(id, { shared_with: [this.#below(5)] }));
    else if (kind < 7) await this.#delete();
    else if (kind < 9) await this.#comment();
    else await this.#changeComment();
  }

  async #onRecord(change: (id: number) => Promise<void>): Promise<void> {
    const id = this.#records[this.#below(this.#records.length)];
    if (id !== undefined) await change(id);
  }

  async #delete(): Promise<void> {
    const [id] = this.#records.splice(this.#below(this.#records.length), 1);
    if (id === undefined) return;
    for (const comment of this.#comments.filter(({ record_id }) => record_id === id)) {
      this.#comments.splice(this.#comments.indexOf(comment), 1);
      await this.#world.sendComment({ ...comment, content: '' }, 'deleted');
    }
    await this.#world.delete(id);
  }

  async #comment(): Promise<void> {
    const record_id = this.#records[this.#below(this.#records.length)];
    if (record_id === undefined) return;
    const comment = { id: this.#world.nextId(), record_id, version: 1 };
    this.#comments.push(comment);
    await this.#world.sendComment({ ...comment, content: `said ${this.changes}` });
  }

  async #changeComment(): Promise<void> {
    const comment = this.#comments[this.#below(this.#comments.length)];
    if (!comment) return;
    comment.version += 1;
    const isDeleted = this.#below(3) === 0;
    if (isDeleted) this.#comments.splice(this.#comments.indexOf(comment), 1);
    const content = isDeleted ? '' : `changed ${this.changes}`;
    await this.#world.sendComment({ ...comment, content }, isDeleted ? 'deleted' : 'updated');
  }

  /** A whole number from 0 on, as by chance. */
  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return limit === 0 ? 0 : Math.floor((this.#state / 2 ** 32) * limit);
  }
}
