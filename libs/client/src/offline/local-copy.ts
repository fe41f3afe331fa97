import type { Client, ClientCore } from '../create-client.ts';
import type { ErrorCode } from '../error-codes.ts';
import { isServiceError } from '../errors.ts';
import { isTemporary } from '../retry.ts';
import type {
  CreateOf,
  Fields,
  FieldsOf,
  GenericSchema,
  ListItemOf,
  PostTypeOf,
  Schema,
  UpdateOf,
} from '../schema.ts';
import { reasonOf, wait } from '../limit-time.ts';
import { newKey, type RequestOptions } from '../send.ts';
import { type Fetched, fetchChanges } from './fetch-changes.ts';
import { LocalData, noWrite, usedIdEntry, writeEntry } from './local-data.ts';
import type { LocalStorage, StoredEntry } from './local-storage.ts';
import { type LocalWrite, plainValues, type Values } from './local-write.ts';
import { sendWrites } from './send-writes.ts';

export interface LocalCopyOptions<PostType extends string = string> {
  /** The types whose records are copied: all that the caller may view. */
  readonly postTypes: readonly PostType[];
  readonly storage: LocalStorage;
  /** Called after each change of the copy. */
  readonly onChange?: () => void;
}

/** A record as the copy shows it: the service's state, and the plain values of writes that wait. */
export type LocalRecord<F extends Fields, PostType extends string> = ListItemOf<F, keyof F, PostType> & {
  /** How many writes of the record wait to be sent or decided. */
  readonly $waiting: number;
};

/** A list from the copy. */
export interface LocalQuery<Item> {
  readonly where?: (record: Item) => boolean;
  /** A negative number puts `one` first. Default: by id. */
  readonly sort?: (one: Item, other: Item) => number;
  readonly offset?: number;
  readonly limit?: number;
}

export interface LocalWriteOptions {
  /** The values that the copy shows until the service has accepted the write. Default: texts, numbers, booleans and null among the fields. */
  readonly shown?: Values;
}

/** The records of a post type in the copy. Writes are stored at once, and sent by the next `sync`. */
export interface LocalRecords<F extends Fields, PostType extends string = string> {
  get(id: number): LocalRecord<F, PostType> | undefined;
  list(query?: LocalQuery<LocalRecord<F, PostType>>): LocalRecord<F, PostType>[];
  /** Returns the id of the record here, below 0. It stays valid after the service has given another one. */
  create(fields: CreateOf<F>, options?: LocalWriteOptions): Promise<number>;
  /** @throws RangeError when the copy has no such record. */
  update(id: number, fields: UpdateOf<F>, options?: LocalWriteOptions): Promise<void>;
  /** @throws RangeError when the copy has no such record. */
  delete(id: number): Promise<void>;
}

/** A write that needs a decision. */
export interface Undecided {
  /** For `resolve`. */
  readonly key: string;
  readonly postType: string;
  readonly id: number;
  readonly kind: LocalWrite['kind'];
  /** `conflict`: the record has changed since; `refused`: see `problem`. */
  readonly state: 'conflict' | 'refused';
  /** The fields that the write would set. */
  readonly mine: Values;
  /** The record as the service has it now; undefined when it is gone. */
  readonly theirs: Values | undefined;
  readonly problem: { readonly code: ErrorCode; readonly message: string } | undefined;
}

/**
 * The decision about a write: `mine` sends it again, over the present state of the record; `theirs` gives it up; `fields` sends other fields over the
 * present state.
 */
export type Decision = 'mine' | 'theirs' | { readonly fields: Values };

/** The outcome of a `sync`. */
export interface Synced {
  /** Writes that the service accepted. */
  readonly sent: number;
  /** Records that came or changed, and records that went. */
  readonly received: number;
  readonly removed: number;
}

/** A copy of records on this device (docs/guides/offline.md). */
export interface LocalCopy<S extends Schema = GenericSchema> {
  records<PostType extends PostTypeOf<S>>(postType: PostType): LocalRecords<FieldsOf<S, PostType>, PostType>;
  /**
   * Sends the waiting writes in their order, and then fetches what has changed. One run at a time: a call during a run waits for it and runs again.
   * @throws ServiceError when the service cannot be reached; nothing is lost.
   */
  sync(options?: RequestOptions): Promise<Synced>;
  /**
   * Keeps the copy and the service equal until `signal` aborts: fetches each change as it happens, sends each write at once, and goes on after outages.
   * @throws the reason of `signal`, or a ServiceError that is not temporary.
   */
  follow(options: { readonly signal: AbortSignal }): Promise<never>;
  /** Writes that wait to be sent. */
  waiting(): readonly LocalWrite[];
  /** Writes that need a decision. */
  undecided(): readonly Undecided[];
  /** Decides about a write. The next `sync` sends it. @throws RangeError for a write that needs no decision, and for `mine` over a record that is gone. */
  resolve(key: string, decision: Decision): Promise<void>;
  /** Ends the use of the storage. */
  close(): Promise<void>;
}

/** Opens the copy in a storage. It sends nothing before the first `sync`. */
export async function openLocalCopy<S extends Schema = GenericSchema>(
  client: Client<S>,
  { postTypes, storage, onChange = () => {} }: LocalCopyOptions<PostTypeOf<S>>,
): Promise<LocalCopy<S>> {
  const core = client as unknown as ClientCore;
  const data = await LocalData.open(storage);
  let running: Promise<unknown> = Promise.resolve();
  let sendSoon = () => {};

  /** Stores a write or a decision. */
  async function change(make: () => readonly StoredEntry[]): Promise<void> {
    await data.change(make);
    onChange();
    sendSoon();
  }

  /** Runs after the runs before it, whether they succeeded or not. */
  function inTurn<Result>(run: () => Promise<Result>): Promise<Result> {
    const next = running.then(run, run);
    running = next.catch(() => {});
    return next;
  }

  async function runSync(options: RequestOptions): Promise<Synced> {
    try {
      const sent = await sendWrites({ client: core, data, options });
      const fetched: Fetched[] = [];
      for (const postType of postTypes)
        fetched.push(await fetchChanges({ client: core, data, options }, postType));
      const sum = (of: 'received' | 'removed') => fetched.reduce((total, each) => total + each[of], 0);
      return { sent, received: sum('received'), removed: sum('removed') };
    } finally {
      onChange();
    }
  }

  const sync = (options: RequestOptions = {}) => inTurn(() => runSync(options));

  /** Waits for changes of one type repeatedly. Waiting writes are sent first, and after each outage. */
  async function followType(postType: string, signal: AbortSignal): Promise<void> {
    for (let failures = -1; !signal.aborted;) {
      try {
        if (failures !== 0) await sync({ signal });
        failures = 0;
        await fetchChanges({ client: core, data, options: { signal } }, postType, waitSeconds);
        onChange();
      } catch (error) {
        if (signal.aborted || !isServiceError(error) || !isTemporary(error)) throw error;
        failures = Math.max(failures, 0) + 1;
        await wait(Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (0.5 + Math.random() / 2), signal);
      }
    }
  }

  async function follow({ signal }: { readonly signal: AbortSignal }): Promise<never> {
    sendSoon = () => void sync({ signal }).catch(() => {});
    try {
      await Promise.all(postTypes.map((postType) => followType(postType, signal)));
      throw reasonOf(signal);
    } finally {
      sendSoon = () => {};
    }
  }

  function records<PostType extends PostTypeOf<S>>(postType: PostType) {
    type F = FieldsOf<S, PostType>;
    return localRecords<F, PostType>(data, postType, change);
  }

  return {
    records,
    sync,
    follow,
    waiting: () => data.writes().filter(({ state }) => state === 'waiting'),
    undecided: () => data.writes().flatMap((write) => undecidedOf(data, write)),
    resolve: (key, decision) => change(() => resolved(data, key, decision)),
    close: () => inTurn(() => data.close()),
  };
}

/** How long the service waits for a change before it answers that there is none. */
const waitSeconds = 25;

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

function localRecords<F extends Fields, PostType extends string>(
  data: LocalData,
  postType: PostType,
  change: (make: () => readonly StoredEntry[]) => Promise<void>,
): LocalRecords<F, PostType> {
  type Item = LocalRecord<F, PostType>;

  const show = (id: number) => shownRecord(data, postType, id) as Item | undefined;

  /** The write of a record that the copy shows, after the writes before it. */
  function nextWrite(id: number, write: Pick<LocalWrite, 'kind' | 'fields' | 'shown'>): LocalWrite {
    const earlier = data.writes({ postType, id });
    const known = data.record(postType, id);
    const isFirst = earlier.length === 0;
    return {
      key: newKey(),
      order: (data.writes().at(-1)?.order ?? 0) + 1,
      postType,
      id,
      ...write,
      ...(isFirst && known && { version: known.version }),
      madeAt: Date.now(),
      state: 'waiting',
    };
  }

  function present(id: number): number {
    const present = data.idOf(postType, id);
    if (!show(present)) throw new RangeError(`The copy has no record ${id} of ${postType}.`);
    return present;
  }

  return {
    get: (id) => show(data.idOf(postType, id)),
    list({ where, sort = byId, offset = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const ids = new Set(data.recordsOf(postType).map(({ id }) => id));
      for (const write of data.writes()) if (write.postType === postType) ids.add(write.id);
      const items = [...ids].map(show).filter((item) => item !== undefined);
      return (where ? items.filter(where) : items).sort(sort).slice(offset, offset + limit);
    },
    async create(fields, { shown = plainValues(fields) } = {}) {
      let id = 0;
      await change(() => {
        id = data.unusedId();
        return [usedIdEntry(id), writeEntry(nextWrite(id, { kind: 'create', fields, shown }))];
      });
      return id;
    },
    update: (id, fields, { shown = plainValues(fields) } = {}) =>
      change(() => [writeEntry(nextWrite(present(id), { kind: 'update', fields, shown }))]),
    delete: (id) =>
      change(() => [writeEntry(nextWrite(present(id), { kind: 'delete', fields: {}, shown: {} }))]),
  };
}

function byId(one: { readonly ID: number }, other: { readonly ID: number }): number {
  return one.ID - other.ID;
}

/** A record with the plain values of the writes that wait; undefined when there is none, or when its deletion waits. */
function shownRecord(data: LocalData, postType: string, id: number): Values | undefined {
  const known = data.record(postType, id);
  const writes = data.writes({ postType, id });
  if (!known && writes[0]?.kind !== 'create') return undefined;
  if (writes.some(({ kind, state }) => kind === 'delete' && state === 'waiting')) return undefined;
  const shown = Object.assign({}, ...writes.map((write) => write.shown)) as Values;
  return { ID: id, post_type: postType, ...known?.values, ...shown, $waiting: writes.length };
}

function undecidedOf(data: LocalData, write: LocalWrite): Undecided[] {
  const { key, postType, id, kind, state, fields, problem } = write;
  if (state === 'waiting') return [];
  const theirs = data.record(postType, id)?.values;
  return [{ key, postType, id, kind, state, mine: fields, theirs, problem }];
}

/** The entries that a decision changes. */
function resolved(data: LocalData, key: string, decision: Decision): StoredEntry[] {
  const write = data.write(key);
  if (!write || write.state === 'waiting') throw new RangeError('This write needs no decision.');
  const { postType, id } = write;
  if (decision === 'theirs') {
    const later = data.writes({ postType, id }).filter(({ order }) => order > write.order);
    // Writes that followed a creation have no record without it; others keep the version before, and so meet the same conflict.
    if (write.kind === 'create') return [write, ...later].map(noWrite);
    return [
      noWrite(write),
      ...later.slice(0, 1).map((each) => writeEntry({ ...each, ...versionFrom(write) })),
    ];
  }
  const known = data.record(postType, id);
  if (write.kind !== 'create' && !known)
    throw new RangeError('The record is gone: only "theirs" is possible.');
  const fields = decision === 'mine' ? write.fields : decision.fields;
  const shown = decision === 'mine' ? write.shown : plainValues(decision.fields);
  const { problem: _problem, ...rest } = write;
  const again = {
    ...rest,
    key: newKey(),
    fields,
    shown,
    state: 'waiting',
    ...(known && { version: known.version }),
  } as const;
  return [noWrite(write), writeEntry(again)];
}

function versionFrom({ version }: LocalWrite) {
  return version === undefined ? {} : { version };
}
