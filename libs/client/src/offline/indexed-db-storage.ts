import type { LocalStorage, StoredEntry } from './local-storage.ts';

const store = 'entries';

/**
 * A storage in a database of the browser. Tabs take turns: a copy opens in the next tab when the former one has closed it. Give each user a
 * database of their own.
 */
export function indexedDbStorage(name: string): LocalStorage {
  let database: Database | undefined;
  let release: (() => void) | undefined;

  async function open(): Promise<Database> {
    release ??= await lock(name);
    database ??= await openDatabase(name);
    return database;
  }

  return {
    async load() {
      const transaction = (await open()).transaction(store, 'readonly');
      return answerOf(transaction.objectStore(store).getAll());
    },
    async save(changes) {
      const transaction = (await open()).transaction(store, 'readwrite');
      const entries = transaction.objectStore(store);
      for (const change of changes)
        if (change.value === undefined) entries.delete([change.store, change.key]);
        else entries.put(change);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () =>
          reject(transaction.error ?? new Error('The database gave the changes up.'));
      });
    },
    async close() {
      database?.close();
      database = undefined;
      release?.();
      release = undefined;
    },
  };
}

/** Waits for the lock of a name. Browsers without locks, and pages without https, open several copies at a time. */
function lock(name: string): Promise<() => void> {
  const { locks } = browser().navigator;
  if (!locks) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    locks
      .request(`records-copy ${name}`, () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

function openDatabase(name: string): Promise<Database> {
  const request = browser().indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(store, { keyPath: ['store', 'key'] });
  };
  return answerOf(request);
}

function answerOf<Result>(request: DatabaseRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
  });
}

/** The part of a browser that this file uses: the package is compiled for Node and React Native too. */
interface Browser {
  readonly indexedDB: {
    open(name: string, version: number): DatabaseRequest<Database> & { onupgradeneeded: (() => void) | null };
  };
  readonly navigator: {
    readonly locks?: { request(name: string, whileHeld: () => Promise<void>): Promise<unknown> };
  };
}

interface DatabaseRequest<Result> {
  readonly result: Result;
  readonly error: Error | null;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}

interface Database {
  createObjectStore(name: string, options: { readonly keyPath: readonly string[] }): unknown;
  transaction(store: string, mode: 'readonly' | 'readwrite'): Transaction;
  close(): void;
}

interface Transaction {
  readonly error: Error | null;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  objectStore(name: string): {
    getAll(): DatabaseRequest<StoredEntry[]>;
    put(entry: StoredEntry): unknown;
    delete(key: readonly string[]): unknown;
  };
}

function browser(): Browser {
  return globalThis as unknown as Browser;
}
