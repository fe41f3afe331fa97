import { LRUCache } from 'lru-cache';
import type { Call } from '@svc/service-kit';
import type { PostTypes } from '../post-types/post-types.ts';
import type { RecordChanges } from '../store/record-changes.ts';
import type { LinkedDocument, LinkedDocuments } from '../model/read-context.ts';

/** Where they are read. */
export interface LinkedSource {
  of(ids: readonly number[], deadline: Call['deadline']): Promise<LinkedDocuments>;
  /** The newest records, in parts. */
  newest(most: number): AsyncIterable<Iterable<LinkedDocument>>;
}

interface Deps {
  readonly recordChanges: RecordChanges;
  readonly postTypes: PostTypes;
  readonly linked: LinkedSource;
}

interface Known extends LinkedDocument {
  /** The moment of the change log before it was read. */
  readonly since: number;
}

/** Some 200 bytes each. */
const mostKept = 120_000;
/** More words are never in common. */
const mostWords = 1_000;

/**
 * What connections show of the records at their other end, as far as these are not written since: a page of a hundred records names
 * several hundred, and every single record a few.
 */
export class KnownLinked {
  readonly #deps: Deps;
  readonly #known = new LRUCache<number, Known>({ max: mostKept });
  readonly #words = new Map<string, string>();
  /** What was read of them, each type with its status field: switching modules changes it. */
  #paths = '';
  #isStopped = false;
  #filling: Promise<void> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Reads the newest records ahead, as many as are kept. Fulfilled when that is done or `stop` was called. */
  fill(): Promise<void> {
    this.#filling = this.#readAhead();
    return this.#filling;
  }

  /** Reads nothing ahead any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#filling.catch(() => undefined);
  }

  /** Those of these records that there are. Whoever asks knows that all changes are noted that were confirmed before he was asked. */
  async of(ids: readonly number[], deadline: Call['deadline']): Promise<LinkedDocuments> {
    this.#forgetOtherPaths();
    const { changeLog } = this.#deps.recordChanges;
    const found = new Map<number, LinkedDocument>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = this.#known.get(id);
      if (known && changeLog.isUntouched(known.since, id)) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const since = changeLog.moment;
    const paths = this.#paths;
    const read = await this.#deps.linked.of(missing, deadline);
    for (const id of missing) {
      const record = read.get(id);
      if (!record) continue;
      found.set(id, record);
      if (paths === this.#paths) this.#keep(record, since);
    }
    return found;
  }

  async #readAhead(): Promise<void> {
    this.#forgetOtherPaths();
    const since = this.#deps.recordChanges.changeLog.moment;
    const paths = this.#paths;
    for await (const records of this.#deps.linked.newest(mostKept)) {
      if (this.#isStopped || paths !== this.#paths) return;
      for (const record of records) if (!this.#known.has(record.id)) this.#keep(record, since);
    }
  }

  #keep({ id, postType, name, createdAt, status }: LinkedDocument, since: number): void {
    const known = { postType: this.#word(postType), status: status && this.#word(status) };
    this.#known.set(id, { id, name, createdAt, since, ...known });
  }

  /** Of words that many records have in common one is kept. */
  #word(word: string): string {
    const known = this.#words.get(word);
    if (known === undefined && this.#words.size < mostWords) this.#words.set(word, word);
    return known ?? word;
  }

  #forgetOtherPaths(): void {
    const types = this.#deps.postTypes.all();
    const paths = types.map(({ key, statusField }) => `${key}:${statusField?.status_key ?? ''}`).join(' ');
    if (paths === this.#paths) return;
    this.#known.clear();
    this.#paths = paths;
  }
}
