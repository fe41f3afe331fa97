import { LRUCache } from 'lru-cache';
import type { RecordVersion } from '../model/record.ts';
import { privateValuesId, type PrivateValues } from '../store/private-values-model.ts';
import { privateValuesOf } from './change-log.ts';
import type { RecordChanges } from './record-changes.ts';

type Values = PrivateValues['fields'];

interface Cached {
  /** The version of the record that has them. */
  readonly version: number;
  /** The moment of the change log before they were read. */
  readonly since: number;
  readonly values: Values;
}

/** Estimated memory of an entry, and of a character of its values. */
const entryBytes = 200;
const characterBytes = 3;
const largestShare = 1 / 16;

/** Private values by user and record. A write of any private value of a user makes all cached ones of theirs stale. */
export class PrivateValueCache {
  readonly #changes: RecordChanges | undefined;
  readonly #values: LRUCache<string, Cached> | undefined;

  /** @param maxSize in bytes; 0 for none. */
  constructor(changes: RecordChanges | undefined, maxSize: number) {
    this.#changes = changes;
    if (!changes || maxSize === 0) return;
    this.#values = new LRUCache({
      maxSize,
      maxEntrySize: Math.floor(maxSize * largestShare),
      sizeCalculation: ({ values }) => entryBytes + characterBytes * JSON.stringify(values).length,
    });
  }

  /** The current moment: reads that begin now see every change noted so far. */
  get moment(): number {
    return this.#changes?.changeLog.moment ?? 0;
  }

  /** The values of a user in these versions of records that no change noted in the log has made stale. */
  find(userId: number, records: readonly RecordVersion[]): Map<number, Values> {
    const found = new Map<number, Values>();
    for (const { _id, version } of records) {
      const cached = this.#values?.get(privateValuesId(_id, userId));
      if (cached?.version !== version) continue;
      if (this.#changes?.changeLog.areUnchanged(cached.since, [privateValuesOf(userId)]))
        found.set(_id, cached.values);
    }
    return found;
  }

  /** Keeps the values of a user in these versions of records, which were read after the moment `since`. */
  keep(
    userId: number,
    records: readonly RecordVersion[],
    { values, since }: { readonly values: ReadonlyMap<number, Values>; readonly since: number },
  ): void {
    for (const { _id, version } of records)
      this.#values?.set(privateValuesId(_id, userId), { version, since, values: values.get(_id) ?? {} });
  }
}
