/**
 * Stores values under numbers that are reused. A Map or Set with as many insertions replaces its table repeatedly, and each old table
 * refers to its entries and to the next table: a minor garbage collection cannot free them.
 */
export class SlotMap<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  /** Stores a value and returns its number. Numbers of deleted values are reused. */
  add(value: Value): number {
    const slot = this.#free.pop() ?? this.#values.length;
    this.#values[slot] = value;
    return slot;
  }

  /** Returns the value of a number. */
  get(slot: number): Value | undefined {
    return this.#values[slot];
  }

  /** Deletes the value of a number. */
  delete(slot: number): void {
    if (this.#values[slot] === undefined) return;
    this.#values[slot] = undefined;
    this.#free.push(slot);
  }

  /** Iterates over all values. */
  values(): Value[] {
    return this.#values.filter((value) => value !== undefined);
  }
}
