/** Seeded random choices: the demo data is the same on every machine. */
export class Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 inclusive to 1 exclusive (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** `count` different items in random order; all of them when there are fewer. */
  several<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    const taken: Item[] = [];
    while (taken.length < count && left.length > 0) taken.push(...left.splice(this.below(left.length), 1));
    return taken;
  }

  some<Item>(items: readonly Item[], chance: number): Item[] {
    return items.filter(() => this.next() < chance);
  }

  /** A random key; the numbers are the weights. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
    const entries = Object.entries(weights) as [Key, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [key, weight] of entries) {
      left -= weight;
      if (left < 0) return key;
    }
    return entries[0]?.[0] as Key;
  }
}
