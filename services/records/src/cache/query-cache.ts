import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import type { Condition } from '../model/filter.ts';
import type { RecordChanges } from './record-changes.ts';
import { changedPath, type Changed } from './change-log.ts';

/** What is made of the records of one type that meet a condition. */
export interface CacheQuery {
  readonly postType: string;
  readonly condition: Condition;
  /** Tells apart what else is made of the same records. */
  readonly name?: string;
  /** Paths that it depends on besides those of the condition, as `changedPath` makes them. */
  readonly paths?: readonly string[];
  /** The moment before anything was read of what the answer is made of; without it making it reads all. */
  readonly since?: number;
}

/** How answers of one kind are kept. */
export interface QueryCacheOptions<Answer> {
  /** Without it none is kept. */
  readonly changes: RecordChanges | undefined;
  readonly registry: Registry;
  /** A counter of answers by where they come from: known, or made. */
  readonly counter: { readonly name: string; readonly help: string; readonly made: string };
  /** The sum of the sizes of all that are kept. */
  readonly maxSize: number;
  readonly sizeOf: (answer: Answer) => number;
  /** So many milliseconds an answer is told without looking for changes, while none is noted; none when absent. */
  readonly maxStaleMs?: number;
  /** Whether answers are numbers of records, so that new ones can be added. */
  readonly isCounted?: true;
}

/** An answer as it is after these changes; undefined when it has to be made again. */
export type Renew<Answer> = (
  answer: Answer,
  changed: Changed,
  from: Pick<Cached<Answer>, 'since' | 'isOfThen'>,
) => Answer | undefined | Promise<Answer | undefined>;

const unlessChanged = <Answer>(answer: Answer, { created, others }: Changed): Answer | undefined =>
  created.length + others.length === 0 ? answer : undefined;

interface Cached<Answer> {
  /** Nothing that was written before is missing in the answer. */
  readonly since: number;
  /** Nothing that was created later is in it. */
  readonly isOfThen: boolean;
  readonly paths: readonly string[];
  readonly answer: Promise<Answer>;
  /** When it was certain to hold, in milliseconds. */
  readonly certainAt: number;
}

/** Longer conditions, in bytes, name so many records that nobody asks for them again. */
const maxConditionLength = 16 * 1024;

/**
 * What was made of records, made again only when something that it depends on has changed. What is told is what would be made now: before a
 * cached answer is told, all changes are noted that were confirmed. With `maxStaleMs` it is what would have been made so long ago at most,
 * and nothing of what it depends on is noted as changed since.
 */
export class QueryCache<Answer> {
  readonly #options: QueryCacheOptions<Answer>;
  readonly #made: LRUCache<string, Cached<Answer>>;
  /** Those who ask meanwhile wait for the same. */
  readonly #pending = new Map<string, Cached<Answer>>();
  readonly #counter: Counter<'from'>;

  constructor(options: QueryCacheOptions<Answer>) {
    this.#options = options;
    this.#made = new LRUCache({ maxSize: options.maxSize });
    const { name, help } = options.counter;
    this.#counter = new Counter({ name, help, labelNames: ['from'] as const, registers: [options.registry] });
  }

  /** What is read from now on has all changes that were noted until now. */
  get moment(): number {
    return this.#options.changes?.changeLog.moment ?? 0;
  }

  /**
   * The answer to a question. The condition has to say all by which the records are told apart; `renew`, what becomes of an answer with
   * what changed since, in these and in what else it depends on.
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
    // What is not seen in the making is noted after it began.
    const since = asked.since ?? this.moment;
    const cached = { paths, since, isOfThen: false, answer: make(), certainAt: Date.now() };
    return this.#keep(changes, key, asked, cached);
  }

  /** The answer that another request is making, unless a change was noted since it began. */
  #underWay({ changeLog }: RecordChanges, key: string, postType: string): Cached<Answer> | undefined {
    const pending = this.#pending.get(key);
    return pending && changeLog.isUnchanged(pending.since, { ...pending, postType }) ? pending : undefined;
  }

  /** What is kept, as it is now; what failed for another one, who may have had less time, is not. */
  async #known(
    changes: RecordChanges,
    key: string,
    { postType }: CacheQuery,
    renew: Renew<Answer>,
  ): Promise<Answer | undefined> {
    const { changeLog } = changes;
    const find = () => this.#underWay(changes, key, postType) ?? this.#made.get(key);
    const askedAt = Date.now();
    const isCertain = askedAt - (find()?.certainAt ?? -Infinity) < (this.#options.maxStaleMs ?? 0);
    if (!isCertain && !(await changes.sync())) return undefined;
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

  /** An answer may or may not contain what was created while it was made. If nothing was, the answer holds for now. */
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

function pathsOf({ condition, paths = [] }: CacheQuery): readonly string[] | undefined {
  const ofCondition = conditionPaths(condition);
  return ofCondition && [...ofCondition, ...paths];
}

/** Equal for equal questions only; undefined for those with a condition that is too long. */
function keyOf({ postType, condition, name = '' }: CacheQuery): string | undefined {
  const bytes = mongo.BSON.serialize({ postType, condition, name }, { ignoreUndefined: true });
  if (bytes.length > maxConditionLength) return undefined;
  return createHash('sha256').update(bytes).digest('base64');
}

/**
 * The paths by which a condition tells records apart, as changes are noted; undefined when it cannot be told. A record keeps its `_id` as
 * long as it is there.
 */
function conditionPaths(condition: Condition): readonly string[] | undefined {
  const paths = new Set<string>();
  return collect(condition, paths) ? [...paths] : undefined;
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
