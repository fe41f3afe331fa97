/** The entries of a list by id and by content: searching all of them for each entry of a large write would take minutes. */
export class EntryIndex<Entry> {
  readonly #idOf: (entry: Entry) => string;
  readonly #contentOf: (entry: Entry) => string;
  readonly #byId = new Map<string, Entry>();
  /** Content → the ids of the entries that have or had it. There may be several: a changed entry may become equal to another. */
  readonly #holders = new Map<string, Set<string>>();

  constructor(
    entries: readonly Entry[],
    { idOf, contentOf }: { idOf: (entry: Entry) => string; contentOf: (entry: Entry) => string },
  ) {
    this.#idOf = idOf;
    this.#contentOf = contentOf;
    for (const entry of entries) this.put(entry);
  }

  get size(): number {
    return this.#byId.size;
  }

  /** In the order in which they were added. */
  all(): Entry[] {
    return [...this.#byId.values()];
  }

  get(id: string): Entry | undefined {
    return this.#byId.get(id);
  }

  /** The first entry with this content. */
  withContent(content: string): Entry | undefined {
    for (const id of this.#holders.get(content) ?? []) {
      const entry = this.#byId.get(id);
      if (entry !== undefined && this.#contentOf(entry) === content) return entry;
    }
    return undefined;
  }

  /** Adds an entry, or replaces the one with its id and keeps its place in the order. */
  put(entry: Entry): void {
    const id = this.#idOf(entry);
    const content = this.#contentOf(entry);
    this.#byId.set(id, entry);
    this.#holders.set(content, (this.#holders.get(content) ?? new Set()).add(id));
  }

  remove(id: string): void {
    this.#byId.delete(id);
  }
}
