import type { LocalStorage, StoredEntry } from './local-storage.ts';
import type { LocalWrite, Values } from './local-write.ts';

/** A record as the service has shown it. */
export interface KnownRecord {
  readonly postType: string;
  readonly id: number;
  readonly version: number;
  readonly values: Values;
  /** The number of the whole fetch that has last confirmed it. */
  readonly fetch: number;
}

/** How far the changes of a post type are known. */
export interface Position {
  readonly cursor?: string;
  /** Rises with each fetch of the whole. */
  readonly fetch: number;
  /** Whether the fetch of the whole is not complete: records of earlier ones may be gone. */
  readonly isPartial: boolean;
}

/** The data of a copy, in memory and in its storage. */
export class LocalData {
  readonly #storage: LocalStorage;
  readonly #records = new Map<string, KnownRecord>();
  readonly #writes = new Map<string, LocalWrite>();
  readonly #state = new Map<string, unknown>();
  /** The keys of records that this copy has had since it was opened, and has no longer. */
  readonly #gone = new Set<string>();
  #changing: Promise<void> = Promise.resolve();

  private constructor(storage: LocalStorage) {
    this.#storage = storage;
  }

  static async open(storage: LocalStorage): Promise<LocalData> {
    const data = new LocalData(storage);
    for (const entry of await storage.load()) data.#apply(entry);
    return data;
  }

  /** Stores entries together or not at all. They are made after all earlier changes, so that they cannot miss one that is being stored. */
  change(make: () => readonly StoredEntry[]): Promise<void> {
    const changed = this.#changing.then(async () => {
      const entries = make();
      await this.#storage.save(entries);
      for (const entry of entries) this.#apply(entry);
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }

  async close(): Promise<void> {
    await this.#changing;
    await this.#storage.close();
  }

  record(postType: string, id: number): KnownRecord | undefined {
    return this.#records.get(recordKey(postType, id));
  }

  /** Whether the copy has had the record since it was opened, and has it no longer. */
  isGone(postType: string, id: number): boolean {
    return this.#gone.has(recordKey(postType, id));
  }

  recordsOf(postType: string): KnownRecord[] {
    return [...this.#records.values()].filter((record) => record.postType === postType);
  }

  /** All writes in the order in which they were made, or those of one record. */
  writes(of?: { readonly postType: string; readonly id: number }): LocalWrite[] {
    return [...this.#writes.values()]
      .filter(({ postType, id }) => !of || (postType === of.postType && id === of.id))
      .sort((one, other) => one.order - other.order);
  }

  write(key: string): LocalWrite | undefined {
    return this.#writes.get(key);
  }

  position(postType: string): Position {
    return (this.#state.get(`position ${postType}`) as Position | undefined) ?? { fetch: 1, isPartial: true };
  }

  /** The id that the service has given to a record of this copy; the same id for all others. */
  idOf(postType: string, id: number): number {
    return (this.#state.get(idKey(postType, id)) as number | undefined) ?? id;
  }

  /** An id for a record that only this copy has: below 0, and never used before. */
  unusedId(): number {
    return ((this.#state.get(lastIdKey) as number | undefined) ?? 0) - 1;
  }

  #apply({ store, key, value }: StoredEntry): void {
    const map: Map<string, unknown> = { records: this.#records, writes: this.#writes, state: this.#state }[
      store
    ];
    if (store === 'records' && value !== undefined) this.#gone.delete(key);
    if (store === 'records' && value === undefined && map.has(key)) this.#gone.add(key);
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }
}

export function recordEntry(record: KnownRecord): StoredEntry {
  return { store: 'records', key: recordKey(record.postType, record.id), value: record };
}

export function noRecord(postType: string, id: number): StoredEntry {
  return { store: 'records', key: recordKey(postType, id) };
}

export function writeEntry(write: LocalWrite): StoredEntry {
  return { store: 'writes', key: write.key, value: write };
}

export function noWrite({ key }: LocalWrite): StoredEntry {
  return { store: 'writes', key };
}

export function positionEntry(postType: string, position: Position): StoredEntry {
  return { store: 'state', key: `position ${postType}`, value: position };
}

export function idEntry(postType: string, localId: number, id: number): StoredEntry {
  return { store: 'state', key: idKey(postType, localId), value: id };
}

export function usedIdEntry(id: number): StoredEntry {
  return { store: 'state', key: lastIdKey, value: id };
}

const lastIdKey = 'last local id';

function recordKey(postType: string, id: number): string {
  return `${postType} ${id}`;
}

function idKey(postType: string, id: number): string {
  return `id ${postType} ${id}`;
}
