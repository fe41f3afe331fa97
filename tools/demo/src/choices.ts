/** Repeatable choices: the same demo data on every machine. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to, not including, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One of these. */
  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** Those that a throw of this chance keeps. */
  some<Item>(items: readonly Item[], chance: number): Item[] {
    return items.filter(() => this.next() < chance);
  }
}
