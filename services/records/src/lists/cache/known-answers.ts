import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { mongo } from 'mongoose';
import { Counter, type Registry } from 'prom-client';
import type { Condition } from '../../model/filter.ts';
import type { RecordChanges } from '../../store/record-changes.ts';
import { changedPath } from '../../store/change-log.ts';

/** What is made of the records of one type that meet a condition. */
export interface Asked {
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
export interface KnownAnswersOptions<Answer> {
  readonly changes: RecordChanges;
  readonly registry: Registry;
  /** A counter of answers by where they come from: known, or made. */
  readonly counter: { readonly name: string; readonly help: string; readonly made: string };
  /** The sum of the sizes of all that are kept. */
  readonly maxSize: number;
  readonly sizeOf: (answer: Answer) => number;
  /** So many milliseconds an answer is told without looking for changes, while none is noted; none when absent. */
  readonly toldUnseen?: number;
}

/** What is known of an answer besides the records that it is made of. */
export interface Holding<Answer> {
  /** Whether what the answer depends on besides is as it was at a moment. */
  readonly holds?: (answer: Answer, since: number) => boolean | Promise<boolean>;
  /** Whether all changes are noted that were confirmed before this was asked, where somebody has asked for that already. */
  readonly isUpToDate?: boolean | Promise<boolean>;
}

interface Known<Answer> {
  /** Nothing that was written before is missing in the answer. */
  readonly since: number;
  readonly paths: readonly string[];
  readonly answer: Promise<Answer>;
  /** When it was certain to hold, in milliseconds. */
  certainAt: number;
}

/** Longer conditions, in bytes, name so many records that nobody asks for them again. */
const longestCondition = 16 * 1024;

/**
 * What was made of records, made again only when something that it depends on has changed. What is told is what would be made now: before a
 * known answer is told, all changes are noted that anybody can have seen. With `toldUnseen` it is what would have been made so long ago at most,
 * and nothing of what it depends on is noted as changed since.
 */
export class KnownAnswers<Answer> {
  readonly #options: KnownAnswersOptions<Answer>;
  readonly #made: LRUCache<string, Known<Answer>>;
  /** Those who ask meanwhile wait for the same. */
  readonly #inTheMaking = new Map<string, Known<Answer>>();
  readonly #told: Counter<'from'>;

  constructor(options: KnownAnswersOptions<Answer>) {
    this.#options = options;
    this.#made = new LRUCache({ maxSize: options.maxSize });
    const { name, help } = options.counter;
    this.#told = new Counter({ name, help, labelNames: ['from'] as const, registers: [options.registry] });
  }

  /** What is read from now on has all changes that were noted until now. */
  get moment(): number {
    return this.#options.changes.changeLog.moment;
  }

  /**
   * The answer to a question. The condition has to say all by which the records are told apart. Who makes it is told whether all changes
   * are noted.
   */
  async of(
    asked: Asked,
    make: (isUpToDate: boolean) => Promise<Answer>,
    { holds = () => true, isUpToDate: noted }: Holding<Answer> = {},
  ): Promise<Answer> {
    const key = keyOf(asked);
    // Whoever makes it may have had less time.
    const unseen = await this.#findUnseen(key, asked.postType)?.answer.catch(() => undefined);
    if (unseen !== undefined) return this.#tell(unseen);
    const askedAt = Date.now();
    const isUpToDate = await (noted ?? this.#options.changes.caughtUp());
    const known = isUpToDate && key !== undefined ? this.#find(key, asked.postType) : undefined;
    const answer = await known?.answer.catch(() => undefined);
    if (known && answer !== undefined && (await holds(answer, known.since))) {
      known.certainAt = askedAt;
      return this.#tell(answer);
    }
    this.#told.inc({ from: this.#options.counter.made });
    const paths = key === undefined ? undefined : pathsOf(asked);
    if (key === undefined || paths === undefined) return make(isUpToDate);
    // What is not seen in the making is noted after it began.
    return this.#keep(key, {
      paths,
      answer: make(isUpToDate),
      since: asked.since ?? this.moment,
      certainAt: askedAt,
    });
  }

  #tell(answer: Answer): Answer {
    this.#told.inc({ from: 'known' });
    return answer;
  }

  #findUnseen(key: string | undefined, postType: string): Known<Answer> | undefined {
    const { toldUnseen = 0 } = this.#options;
    if (key === undefined || toldUnseen === 0) return undefined;
    const known = this.#find(key, postType);
    return known && Date.now() - known.certainAt < toldUnseen ? known : undefined;
  }

  #find(key: string, postType: string): Known<Answer> | undefined {
    const known = this.#inTheMaking.get(key) ?? this.#made.get(key);
    const { changeLog } = this.#options.changes;
    return known && changeLog.isUnchanged(known.since, { ...known, postType }) ? known : undefined;
  }

  async #keep(key: string, known: Known<Answer>): Promise<Answer> {
    this.#inTheMaking.set(key, known);
    try {
      const answer = await known.answer;
      if (this.#inTheMaking.get(key) === known)
        this.#made.set(key, known, { size: this.#options.sizeOf(answer) });
      return answer;
    } finally {
      if (this.#inTheMaking.get(key) === known) this.#inTheMaking.delete(key);
    }
  }
}

function pathsOf({ condition, paths = [] }: Asked): readonly string[] | undefined {
  const ofCondition = conditionPaths(condition);
  return ofCondition && [...ofCondition, ...paths];
}

/** Equal for equal questions only; undefined for those with a condition that is too long. */
function keyOf({ postType, condition, name = '' }: Asked): string | undefined {
  const bytes = mongo.BSON.serialize({ postType, condition, name }, { ignoreUndefined: true });
  if (bytes.length > longestCondition) return undefined;
  return createHash('sha256').update(bytes).digest('base64');
}

/**
 * The paths by which a condition tells records apart, as changes are noted; undefined when it can not be told. A record keeps its `_id` as
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
