/** Numbers in ascending order, each once: the slots of records, or places in their texts. */
export class Posting {
  #entries: Uint32Array;
  #length = 1;

  constructor(entry: number) {
    this.#entries = Uint32Array.of(entry);
  }

  get length(): number {
    return this.#length;
  }

  /** A view of the present entries, until the next change. */
  get entries(): Uint32Array {
    return this.#entries.subarray(0, this.#length);
  }

  has(entry: number): boolean {
    const at = firstFrom(this.#entries, entry, { start: 0, end: this.#length });
    return at < this.#length && this.#entries[at] === entry;
  }

  add(entry: number): void {
    const at = firstFrom(this.#entries, entry, { start: 0, end: this.#length });
    if (at < this.#length && this.#entries[at] === entry) return;
    if (this.#length === this.#entries.length) {
      const larger = new Uint32Array(Math.ceil(this.#length * 1.5) + 1);
      larger.set(this.#entries);
      this.#entries = larger;
    }
    this.#entries.copyWithin(at + 1, at, this.#length);
    this.#entries[at] = entry;
    this.#length += 1;
  }

  remove(entry: number): void {
    const at = firstFrom(this.#entries, entry, { start: 0, end: this.#length });
    if (at === this.#length || this.#entries[at] !== entry) return;
    this.#entries.copyWithin(at, at + 1, this.#length);
    this.#length -= 1;
  }
}

/** Where one list is so many times as long as the other, its entries are looked up instead of passed. */
const manyTimes = 16;

/** The entries of a list for which the other one has an entry that is greater by a distance. */
export function followed(some: Uint32Array, others: Uint32Array, distance: number): Uint32Array {
  const found = new Uint32Array(some.length);
  const isLookedUp = others.length > manyTimes * some.length;
  const end = others.length;
  let count = 0;
  let at = 0;
  for (const entry of some) {
    const sought = entry + distance;
    if (isLookedUp) at = firstFrom(others, sought, { start: at, end });
    else while (at < end && (others[at] ?? 0) < sought) at += 1;
    if (at === end) break;
    if (others[at] === sought) found[count++] = entry;
  }
  return found.subarray(0, count);
}

/** The entries of several ascending lists, ascending, each once. */
export function together(lists: readonly Uint32Array[]): Uint32Array {
  let merging = lists.filter(({ length }) => length > 0);
  while (merging.length > 1) {
    const pairs = Array.from({ length: Math.ceil(merging.length / 2) }, (_, pair) => 2 * pair);
    const lists = merging;
    merging = pairs.map((first) => merged(lists[first] ?? none, lists[first + 1] ?? none));
  }
  return merging[0] ?? none;
}

const none = new Uint32Array(0);

function merged(one: Uint32Array, other: Uint32Array): Uint32Array {
  const all = new Uint32Array(one.length + other.length);
  let count = 0;
  let at = 0;
  for (const entry of one) {
    while (at < other.length && (other[at] ?? 0) < entry) all[count++] = other[at++] ?? 0;
    if (other[at] === entry) at += 1;
    all[count++] = entry;
  }
  while (at < other.length) all[count++] = other[at++] ?? 0;
  return all.subarray(0, count);
}

function firstFrom(
  sorted: Uint32Array,
  entry: number,
  { start, end }: { readonly start: number; readonly end: number },
): number {
  // New records have the highest slots: most entries are added at the end.
  if (end > start && (sorted[end - 1] ?? 0) < entry) return end;
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return low;
}
