import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import type { Condition } from '../model/filter.ts';
import type { RecordChanges } from './record-changes.ts';
import { changedPath, type Changed } from './change-log.ts';

/** A question about the records of one type that meet a condition. */
export interface CacheQuery {
  readonly postType: string;
  readonly condition: Condition;
  /** Distinguishes several questions about the same records. */
  readonly name?: string;
  /** Paths that the answer depends on in addition to those of the condition, as `changedPath` makes them. */
  readonly paths?: readonly string[];
  /** The answer has every write confirmed before this moment of `performance.now()`; by default before the call. */
  readonly asOf?: number | undefined;
  /** The moment before the first read for the answer. Can be left out when `make` does all reads. */
  readonly since?: number;
}

interface QueryCacheOptions<Answer> {
  /** Without it nothing is cached. */
  readonly changes: RecordChanges | undefined;
  readonly registry: Registry;
  /** A counter of answers by origin: `known` (cached), or the label `made`. */
  readonly counter: { readonly name: string; readonly help: string; readonly made: string };
  /** Maximum sum of the sizes of all cached answers. */
  readonly maxSize: number;
  readonly sizeOf: (answer: Answer) => number;
  /** For this time an answer is returned without reading the change stream, unless the log has a change already; 0 by default. */
  readonly maxStaleMs?: number;
  /** Whether answers are numbers of records, to which new records can be added. */
  readonly isCounted?: true;
}

/** Updates an answer with these changes; undefined when it has to be made again. */
type Renew<Answer> = (
  answer: Answer,
  changed: Changed,
  from: Pick<Cached<Answer>, 'since' | 'isOfThen'>,
) => Answer | undefined | Promise<Answer | undefined>;

const unlessChanged = <Answer>(answer: Answer, { created, others }: Changed): Answer | undefined =>
  created.length + others.length === 0 ? answer : undefined;

interface Cached<Answer> {
  /** The answer contains every write up to this moment. */
  readonly since: number;
  /** The answer contains no record created after `since`. */
  readonly isOfThen: boolean;
  readonly paths: readonly string[];
  readonly answer: Promise<Answer>;
  /** When the answer was last known to be fresh, in Unix milliseconds. */
  readonly certainAt: number;
}

/** Maximum size of a cached condition, in bytes. Longer ones list so many record ids that they hardly ever repeat. */
const maxConditionLength = 16 * 1024;

/**
 * A cache of answers made from records. Before it returns a cached answer, it reads all confirmed changes from the change stream; an
 * answer that depends on one of them is renewed or made again. With `maxStaleMs`, an answer may be stale for that time, as long as no
 * change of what it depends on is in the log.
 */
export class QueryCache<Answer> {
  readonly #options: QueryCacheOptions<Answer>;
  readonly #made: LRUCache<string, Cached<Answer>>;
  /** Answers that are being made; the same question asked meanwhile waits for the same answer. */
  readonly #pending = new Map<string, Cached<Answer>>();
  readonly #counter: Counter<'from'>;

  constructor(options: QueryCacheOptions<Answer>) {
    this.#options = options;
    this.#made = new LRUCache({ maxSize: options.maxSize });
    const { name, help } = options.counter;
    this.#counter = new Counter({ name, help, labelNames: ['from'] as const, registers: [options.registry] });
  }

  /** The current moment: reads that begin now see every change noted so far. */
  get moment(): number {
    return this.#options.changes?.changeLog.moment ?? 0;
  }

  /**
   * The answer to a question, from the cache or from `make`. The condition must contain everything that selects the records; `renew`
   * updates a cached answer with the changes since it was made.
   */
  async of(
    asked: CacheQuery,
    make: () => Promise<Answer>,
    renew: Renew<Answer> = unlessChanged,
  ): Promise<Answer> {
    const { changes, counter } = this.#options;
    const key = changes && keyOf(asked);
    const paths = key && pathsOf(asked);
    const known = changes && key && paths ? await this.#known(changes, key, asked, renew) : undefined;
    if (known !== undefined) {
      this.#counter.inc({ from: 'known' });
      return known;
    }
    this.#counter.inc({ from: counter.made });
    if (!changes || !key || !paths) return make();
    const underWay = this.#underWay(changes, key, asked.postType)?.answer;
    const shared = await underWay?.catch(() => undefined);
    if (shared !== undefined) return shared;
    // Writes that `make` does not see are noted after this moment.
    const since = asked.since ?? this.moment;
    const cached = { paths, since, isOfThen: false, answer: make(), certainAt: Date.now() };
    return this.#keep(changes, key, asked, cached);
  }

  /** The answer that another request is making, unless a change has been noted since it began. */
  #underWay({ changeLog }: RecordChanges, key: string, postType: string): Cached<Answer> | undefined {
    const pending = this.#pending.get(key);
    return pending && changeLog.isUnchanged(pending.since, { ...pending, postType }) ? pending : undefined;
  }

  /** The cached or pending answer, renewed. Undefined if it failed: the other request may have had less time than this one. */
  async #known(
    changes: RecordChanges,
    key: string,
    { postType, asOf }: CacheQuery,
    renew: Renew<Answer>,
  ): Promise<Answer | undefined> {
    const { changeLog } = changes;
    const find = () => this.#underWay(changes, key, postType) ?? this.#made.get(key);
    const askedAt = Date.now();
    const isCertain = askedAt - (find()?.certainAt ?? -Infinity) < (this.#options.maxStaleMs ?? 0);
    if (!isCertain && !(await changes.sync(asOf))) return undefined;
    const found = find();
    const isPending = found === this.#pending.get(key);
    const since = this.moment;
    const changed = found && changeLog.changedSince(found.since, { ...found, postType });
    const answer = await found?.answer.catch(() => undefined);
    if (!changed || answer === undefined) return undefined;
    const renewed = await renew(answer, changed, found);
    if (renewed !== undefined && !isPending && found === this.#made.get(key)) {
      const certainAt = isCertain ? found.certainAt : askedAt;
      this.#put(
        key,
        { ...found, since, isOfThen: true, answer: Promise.resolve(renewed), certainAt },
        renewed,
      );
    }
    return renewed;
  }

  async #keep(
    changes: RecordChanges,
    key: string,
    asked: CacheQuery,
    cached: Cached<Answer>,
  ): Promise<Answer> {
    this.#pending.set(key, cached);
    try {
      const answer = await cached.answer;
      const kept = this.#options.isCounted ? await this.#ofNow(changes, asked, cached) : cached;
      if (this.#pending.get(key) === cached) this.#put(key, kept, answer);
      return answer;
    } finally {
      if (this.#pending.get(key) === cached) this.#pending.delete(key);
    }
  }

  /** An answer may or may not count records created while it was made. If none was, the answer is right as of now. */
  async #ofNow(
    changes: RecordChanges,
    { postType }: CacheQuery,
    cached: Cached<Answer>,
  ): Promise<Cached<Answer>> {
    const isUpToDate = await changes.sync();
    const isQuiet = isUpToDate && changes.changeLog.isUnchanged(cached.since, { ...cached, postType });
    return isQuiet ? { ...cached, since: this.moment, isOfThen: true } : cached;
  }

  #put(key: string, cached: Cached<Answer>, answer: Answer): void {
    this.#made.set(key, cached, { size: this.#options.sizeOf(answer) });
  }
}

/** The paths that an answer depends on, as changes are noted; undefined for operators with unknown paths. `_id` never changes. */
function pathsOf({ condition, paths }: CacheQuery): readonly string[] | undefined {
  const all = new Set(paths);
  return collect(condition, all) ? [...all] : undefined;
}

/** The cache key of a question; undefined when its condition is too long. */
function keyOf({ postType, condition, name = '' }: CacheQuery): string | undefined {
  const bytes = mongo.BSON.serialize({ postType, condition, name }, { ignoreUndefined: true });
  if (bytes.length > maxConditionLength) return undefined;
  return createHash('sha256').update(bytes).digest('base64');
}

function collect(condition: Condition, paths: Set<string>): boolean {
  return Object.entries(condition).every(([key, value]) => {
    if (key === '$and' || key === '$or' || key === '$nor')
      return (value as readonly Condition[]).every((part) => collect(part, paths));
    if (key.startsWith('$')) return false;
    if (key !== '_id') paths.add(changedPath(key));
    return true;
  });
}
