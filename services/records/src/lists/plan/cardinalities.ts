import { LRUCache } from 'lru-cache';

/** Ids of records; undefined when they are too many. */
export type FewIds = readonly number[] | undefined;

const rememberedMilliseconds = 60_000;
const maxRemembered = 5_000;
const maxNameLength = 500;

/**
 * Remembers for a minute how many records index terms find, so that terms with too many records are not read each time to find that out.
 * It is only a hint: an outdated number makes a list slower, never wrong.
 */
export class Cardinalities {
  readonly #numbers = new LRUCache<string, number>({ max: maxRemembered, ttl: rememberedMilliseconds });

  /** The number of records found under this name; Infinity for too many, undefined when it is not known. */
  of(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** The ids that `find` returns for this name; undefined when they are known to be, or turn out to be, too many. */
  async findUnlessHigh(name: string, find: () => Promise<FewIds>): Promise<FewIds> {
    if (this.of(name) === Infinity) return undefined;
    const found = await find();
    if (name.length <= maxNameLength) this.#numbers.set(name, found?.length ?? Infinity);
    return found;
  }
}
