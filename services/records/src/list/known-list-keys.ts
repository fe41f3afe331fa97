import { LRUCache } from 'lru-cache';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { answerMilliseconds } from './answer-milliseconds.ts';
import { indexes } from './indexes.ts';

/** What lists of a record depend on besides its texts, as it was at a moment of the change log. */
export interface ListKeys {
  readonly id: number;
  readonly since: number;
  readonly postType: string;
  readonly type: unknown;
  readonly createdAt: number;
  readonly lastModified: number;
}

type Deps = Pick<RecordsDeps, 'records' | 'recordChanges'>;

interface Indexed {
  readonly _id: number;
  readonly fields?: { readonly type?: unknown };
  readonly createdAt: Date;
  readonly lastModified: Date;
}

/** Some 100 bytes each. */
const mostKept = 150_000;

/**
 * By what records are seen and ordered, as far as they are not written since: looking that up in an index takes longer than everything else
 * that a text asks for. Every write is noted before what is known is told, as for totals (`KnownTotals`).
 */
export class KnownListKeys {
  readonly #deps: Deps;
  readonly #known = new LRUCache<number, ListKeys>({ max: mostKept });
  /** Each is kept once. */
  readonly #types = new Map<unknown, unknown>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Whether every write is noted that was confirmed before this was asked. Without that, nothing is known. */
  caughtUp(): Promise<boolean> {
    return this.#deps.recordChanges.caughtUp();
  }

  /** The keys of records of a type, in any order; what is not known is read. */
  async of(call: Pick<Call, 'deadline'>, postType: string, ids: readonly number[]): Promise<ListKeys[]> {
    const { changeLog } = this.#deps.recordChanges;
    const keys: ListKeys[] = [];
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#known.get(id);
      if (!known || !changeLog.areUntouched(known.since, [id])) missing.push(id);
      else if (known.postType === postType) keys.push(known);
    }
    return keys.concat(await this.#read(call, postType, missing));
  }

  async #read(
    { deadline }: Pick<Call, 'deadline'>,
    postType: string,
    ids: readonly number[],
  ): Promise<ListKeys[]> {
    if (ids.length === 0) return [];
    // What is written from here on, and may not be in what is read, is noted later.
    const since = this.#deps.recordChanges.changeLog.moment;
    const shown = { 'fields.type': 1, createdAt: 1, lastModified: 1 } as const;
    const found = await this.#deps.records
      .find({ postType, _id: { $in: ids } }, shown)
      .hint(indexes.sifted)
      .maxTimeMS(Math.max(1, deadline.remaining - answerMilliseconds))
      .batchSize(ids.length + 1)
      .lean<Indexed[]>();
    return found.map((record) => this.#keep(record, { since, postType }));
  }

  #keep({ _id: id, ...record }: Indexed, at: Pick<ListKeys, 'since' | 'postType'>): ListKeys {
    const { type } = record.fields ?? {};
    if (!this.#types.has(type)) this.#types.set(type, type);
    const [createdAt, lastModified] = [record.createdAt.getTime(), record.lastModified.getTime()];
    const keys = { ...at, id, type: this.#types.get(type), createdAt, lastModified };
    this.#known.set(id, keys);
    return keys;
  }
}
