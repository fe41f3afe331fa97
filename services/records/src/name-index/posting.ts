/** The slots of the records that share a term or a piece of text, unordered. */
export class Posting {
  #slots: Int32Array;
  #length = 1;

  constructor(slot: number) {
    this.#slots = Int32Array.of(slot);
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a slot that is not in the list. */
  add(slot: number): void {
    if (this.#length === this.#slots.length) {
      const larger = new Int32Array(Math.ceil(this.#length * 1.5) + 1);
      larger.set(this.#slots);
      this.#slots = larger;
    }
    this.#slots[this.#length] = slot;
    this.#length += 1;
  }

  remove(slot: number): void {
    const at = this.slots.indexOf(slot);
    if (at === -1) return;
    this.#length -= 1;
    this.#slots[at] = this.#slots[this.#length] ?? 0;
  }

  /** A view of the present slots. */
  get slots(): Int32Array {
    return this.#slots.subarray(0, this.#length);
  }
}
