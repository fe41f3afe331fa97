import { LRUCache } from 'lru-cache';

const rememberedMilliseconds = 60_000;
const maxRemembered = 5_000;
const maxNameLength = 500;

/**
 * Remembers for a minute which index terms find too many records, so that they are not read each time to find that out. It is only a hint:
 * a wrong one makes a list slower, never wrong.
 */
export class HighCardinality {
  readonly #names = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMilliseconds });

  /** What is found by this name; undefined when it is known to be, or turns out to be, too many. */
  async findUnlessHigh<Found>(
    name: string,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> {
    if (this.#names.has(name)) return undefined;
    const found = await find();
    if (found === undefined && name.length <= maxNameLength) this.#names.set(name, true);
    return found;
  }
}
