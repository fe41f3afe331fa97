/**
 * What is under way, by number. Of a Map or a Set through which so much goes, each table that it has outgrown would still name what was in
 * it and the table that came next; the collector of what is young takes all of it for alive, and it stays until everything is collected.
 */
export class Slots<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** Keeps a value; it is told under which number. Numbers are given out again. */
  add(value: Value): number {
    const slot = this.#free.pop() ?? this.#values.length;
    this.#values[slot] = value;
    return slot;
  }

  /** What is kept under a number. */
  get(slot: number): Value | undefined {
    return this.#values[slot];
  }

  /** Keeps it no longer. */
  delete(slot: number): void {
    if (this.#values[slot] === undefined) return;
    this.#values[slot] = undefined;
    this.#free.push(slot);
  }

  /** All that are kept. */
  values(): Value[] {
    return this.#values.filter((value) => value !== undefined);
  }
}
