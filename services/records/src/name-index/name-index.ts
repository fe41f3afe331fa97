import type { Model, mongo } from 'mongoose';
import { Gauge, type Registry } from 'prom-client';
import { TimeSlice, within, type Logger } from '@svc/service-kit';
import type { ChangeListener } from '../cache/change-log.ts';
import type { RecordChanges } from '../cache/record-changes.ts';
import { SharedRuns } from '../cache/shared-runs.ts';
import type { RecordDocument } from '../model/record.ts';
import { indexedPaths, toIndexedRecord, SharedValues, type IndexedDocument } from './indexed-record.ts';
import { RecordTable } from './record-table.ts';
import { maxSlots } from './text-postings.ts';

interface NameIndexOptions {
  readonly records: Model<RecordDocument>;
  /** Without it there is no index. */
  readonly changes: RecordChanges | undefined;
  /** Keys of the fields that pickers and connections show in addition to the name. */
  readonly fields: readonly string[];
  /** The estimated memory beyond which there is no index; 0 for none. */
  readonly maxBytes: number;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Changes are read at this interval also while nobody asks, so that the first question after many writes does not wait for them. */
const pollIntervalMs = 1_000;
/** Longest wait for the index; the database answers then. */
const timeoutMs = 500;
/** Distinguishes reads for the index in MongoDB's log and profiler. */
export const nameIndexComment = 'name index';
/** Records read by one query after they changed. */
const reloadedAtOnce = 1_000;
const loadedAtOnce = 5_000;

/**
 * The names, access and order of all records, in the memory of this process (docs/internals/name-index.md). It follows the change stream:
 * a question is answered from it only after every write confirmed before the question was read.
 */
export class NameIndex implements ChangeListener {
  readonly #options: NameIndexOptions;
  readonly #projection: mongo.Document;
  readonly #shared = new SharedValues();
  /** The table, once it is complete. */
  #table: RecordTable | undefined;
  /** Records that changed since they were read. */
  #dirty = new Set<number>();
  /** Whether changed records are being read. */
  #isReloading = false;
  /** Grows when changes may have been missed: tables from before are useless. */
  #generation = 0;
  #loading: Promise<void> | undefined;
  #isTooLarge = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #passes = new SharedRuns(() => this.#catchUp());

  constructor(options: NameIndexOptions) {
    this.#options = options;
    const fields = ['type', 'sources', ...options.fields].map((key) => [`fields.${key}`, 1] as const);
    this.#projection = { ...indexedPaths, ...Object.fromEntries(fields) };
    options.changes?.changeLog.follow(this);
    const gauge = (name: string, help: string, read: (table: RecordTable) => number) => {
      const current = () => (this.#table ? read(this.#table) : 0);
      new Gauge({
        name,
        help,
        registers: [options.registry],
        collect() {
          this.set(current());
        },
      });
    };
    gauge(
      'svc_name_index_records',
      'Records in the name index; 0 while it is loading, off or too large.',
      ({ size }) => size,
    );
    gauge('svc_name_index_bytes', 'Estimated memory of the name index.', ({ bytes }) => bytes);
  }

  /** Starts following; resolves when the index has been loaded once, or after the time. */
  async start(waitMs = 0): Promise<void> {
    const { changes, maxBytes } = this.#options;
    if (!changes || maxBytes === 0) return;
    this.#timer = setInterval(() => void this.current(), pollIntervalMs).unref();
    await this.current();
    if (waitMs > 0 && this.#loading) await within(waitMs, this.#loading).catch(() => undefined);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#generation += 1;
    this.#table = undefined;
    await this.#loading;
  }

  changed(id: number): void {
    this.#dirty.add(id);
  }

  forgot(): void {
    this.#generation += 1;
    this.#table = undefined;
    this.#dirty = new Set();
  }

  /**
   * The index with every write confirmed before `asOf`, a moment of `performance.now()`, or else before this call. Undefined while it is
   * loading, when it is off or too large, and when the change stream does not answer: the question then goes to the database.
   */
  async current(asOf?: number): Promise<RecordTable | undefined> {
    if (!this.#timer || this.#isTooLarge) return undefined;
    if (asOf !== undefined && this.#has(asOf)) return this.#table;
    const table = await within(timeoutMs, this.#passes.next(asOf)).catch(() => undefined);
    return table === this.#table ? table : undefined;
  }

  #has(asOf: number): boolean {
    return !this.#isReloading && this.#dirty.size === 0 && (this.#options.changes?.hasRead(asOf) ?? false);
  }

  async #catchUp(): Promise<RecordTable | undefined> {
    const { changes, log } = this.#options;
    if (!(await changes?.sync())) return undefined;
    const table = this.#table;
    if (!table) {
      this.#loading ??= this.#load().finally(() => (this.#loading = undefined));
      return undefined;
    }
    this.#isReloading = true;
    try {
      while (this.#dirty.size > 0) await this.#reload(table);
    } catch (error) {
      log.warn({ err: error }, 'failed to read changed records into the name index');
      return undefined;
    } finally {
      this.#isReloading = false;
    }
    this.#limit(table);
    return this.#table === table ? table : undefined;
  }

  /** Reads records that changed. Those that change again meanwhile are read again by the next call. */
  async #reload(table: RecordTable): Promise<void> {
    const ids = [...this.#dirty].slice(0, reloadedAtOnce);
    for (const id of ids) this.#dirty.delete(id);
    try {
      const found = await this.#find({ _id: { $in: ids } }, ids.length).toArray();
      const missing = new Set(ids);
      for (const stored of found) {
        missing.delete(stored._id);
        table.set(toIndexedRecord(stored, this.#shared));
      }
      for (const id of missing) table.delete(id);
    } catch (error) {
      for (const id of ids) this.#dirty.add(id);
      throw error;
    }
  }

  /** Reads all records into a new table. Their changes are noted meanwhile, and read afterwards. */
  async #load(): Promise<void> {
    const { log } = this.#options;
    const generation = this.#generation;
    const table = new RecordTable();
    const began = performance.now();
    try {
      const slice = new TimeSlice();
      for await (const stored of this.#find({}, loadedAtOnce)) {
        table.set(toIndexedRecord(stored, this.#shared));
        if (!slice.isOver) continue;
        await slice.end();
        this.#limit(table);
        if (generation !== this.#generation || this.#isTooLarge) return;
      }
      await table.sort();
    } catch (error) {
      log.warn({ err: error }, 'failed to load the name index');
      return;
    }
    this.#limit(table);
    if (generation !== this.#generation || this.#isTooLarge) return;
    this.#table = table;
    const ms = Math.round(performance.now() - began);
    log.info({ records: table.size, bytes: table.bytes, ms }, 'loaded the name index');
  }

  #find(filter: object, batchSize: number) {
    // Changes are in the stream when a majority has them; a table must not have what a new primary may not.
    const readConcern = { level: 'majority' } as const;
    const options = { projection: this.#projection, batchSize, readConcern, comment: nameIndexComment };
    return this.#options.records.collection.find<IndexedDocument>(filter, options);
  }

  #limit({ bytes, size }: RecordTable): void {
    const { maxBytes, log } = this.#options;
    if ((bytes <= maxBytes && size < maxSlots) || this.#isTooLarge) return;
    this.#isTooLarge = true;
    this.#table = undefined;
    log.warn(
      { bytes, records: size },
      'the name index exceeds NAME_INDEX_MB: lists and pickers read the database instead',
    );
  }
}
