import { Schema, type Connection, type Model } from 'mongoose';

interface Sequence {
  readonly _id: string;
  readonly next: number;
}

const schema = new Schema<Sequence>(
  { _id: { type: String, required: true }, next: { type: Number, required: true } },
  { versionKey: false, collection: 'sequences' },
);

/** Integer ids for one kind of document, taken from the database in blocks; gaps are normal, order is not promised. */
export class IdSequence {
  readonly #model: Model<Sequence>;
  readonly #name: string;
  readonly #blockSize: number;
  #next = 1;
  #end = 0;
  #refill: Promise<void> | undefined;

  constructor(connection: Connection, name: string, blockSize: number) {
    this.#model =
      (connection.models['Sequence'] as Model<Sequence>) ?? connection.model<Sequence>('Sequence', schema);
    this.#name = name;
    this.#blockSize = blockSize;
  }

  /** The next id; the first one is 1. */
  async next(): Promise<number> {
    while (this.#next > this.#end) {
      this.#refill ??= this.#takeBlock().finally(() => (this.#refill = undefined));
      await this.#refill;
    }
    const id = this.#next;
    this.#next += 1;
    return id;
  }

  /** That many ids at once. */
  async take(count: number): Promise<number[]> {
    const ids: number[] = [];
    while (ids.length < count) ids.push(await this.next());
    return ids;
  }

  async #takeBlock(): Promise<void> {
    const sequence = await this.#model
      .findOneAndUpdate(
        { _id: this.#name },
        { $inc: { next: this.#blockSize } },
        { upsert: true, returnDocument: 'after' },
      )
      .lean();
    if (!sequence) throw new Error(`the sequence ${this.#name} could not be advanced`);
    this.#end = sequence.next;
    this.#next = sequence.next - this.#blockSize + 1;
  }
}
