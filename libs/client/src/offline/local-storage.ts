/** The stores of a copy. */
export type StoreName = 'records' | 'writes' | 'state';

/** A value under a key; without a value, its removal. Values can be cloned as JSON. */
export interface StoredEntry {
  readonly store: StoreName;
  readonly key: string;
  readonly value?: unknown;
}

/** Where a copy keeps its data. One copy at a time uses it. */
export interface LocalStorage {
  /** All entries, once, when the copy is opened. Waits until no other copy uses the storage. */
  load(): Promise<readonly StoredEntry[]>;
  /** Writes all entries or none. */
  save(entries: readonly StoredEntry[]): Promise<void>;
  /** Lets another copy use the storage. */
  close(): Promise<void>;
}

/** A storage that ends with the process. A copy that is opened again with the same object goes on. */
export function memoryStorage(): LocalStorage {
  const entries = new Map<string, string>();
  const address = ({ store, key }: StoredEntry) => `${store} ${key}`;
  return {
    load: async () => [...entries.values()].map((text) => JSON.parse(text) as StoredEntry),
    async save(changes) {
      for (const change of changes)
        if (change.value === undefined) entries.delete(address(change));
        else entries.set(address(change), JSON.stringify(change));
    },
    close: async () => {},
  };
}
