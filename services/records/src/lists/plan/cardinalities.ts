import { LRUCache } from 'lru-cache';

const rememberedMilliseconds = 60_000;
const maxRemembered = 5_000;
const maxNameLength = 500;

/**
 * Remembers for a minute how many records index terms find, so that those of too many are not read each time to find that out. It is only a
 * hint: a wrong one makes a list slower, never wrong.
 */
export class Cardinalities {
  readonly #numbers = new LRUCache<string, number>({ max: maxRemembered, ttl: rememberedMilliseconds });

  /** How many are found by this name; infinitely many where they are too many, undefined where it is not known. */
  of(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** What is found by this name; undefined when it is known to be, or turns out to be, too many. */
  async findUnlessHigh(
    name: string,
    find: () => Promise<readonly number[] | undefined>,
  ): Promise<readonly number[] | undefined> {
    if (this.of(name) === Infinity) return undefined;
    const found = await find();
    if (name.length <= maxNameLength) this.#numbers.set(name, found?.length ?? Infinity);
    return found;
  }
}
