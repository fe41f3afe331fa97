import type { Connection, Model } from 'mongoose';
import { storedModel } from './stored-model.ts';

interface Sequence {
  readonly _id: string;
  readonly next: number;
}

/**
 * Gives integer ids to one kind of document and reserves them in the database in blocks. Gaps are normal, and ids need not be in order of
 * creation.
 */
export class IdSequence {
  readonly #model: Model<Sequence>;
  readonly #name: string;
  readonly #blockSize: number;
  #next = 1;
  #end = 0;
  #refill: Promise<void> | undefined;

  constructor(connection: Connection, name: string, blockSize: number) {
    this.#model = storedModel<Sequence>(connection, 'sequences');
    this.#name = name;
    this.#blockSize = blockSize;
  }

  /** Returns the next id; the first is 1. */
  async next(): Promise<number> {
    const [id] = await this.nextIds(1);
    return id as number;
  }

  /** Returns several ids; those beyond the current block are reserved in one block. */
  async nextIds(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (;;) {
      while (ids.length < count && this.#next <= this.#end) {
        ids.push(this.#next);
        this.#next += 1;
      }
      if (ids.length === count) return ids;
      this.#refill ??= this.#takeBlock(count - ids.length).finally(() => (this.#refill = undefined));
      await this.#refill;
    }
  }

  async #takeBlock(missing: number): Promise<void> {
    const size = Math.max(this.#blockSize, missing);
    const sequence = await this.#model
      .findOneAndUpdate(
        { _id: this.#name },
        { $inc: { next: size } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean();
    if (!sequence) throw new Error(`failed to reserve ids of the sequence ${this.#name}`);
    this.#end = sequence.next;
    this.#next = sequence.next - size + 1;
  }
}
