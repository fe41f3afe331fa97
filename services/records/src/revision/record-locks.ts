import type { Call, HookEngine } from '@svc/service-kit';
import type { Commit, CommitCall, Store } from '@svc/service-kit/store';

/**
 * Locks on records within a process: without them all but one of concurrent writers would fail and repeat their work. Conflicts between
 * processes are found by the version check.
 */
export class RecordLocks {
  readonly #last = new Map<number, Promise<unknown>>();
  readonly #maxHeldMs: number;

  /** Each lock is released after `maxHeldMs` milliseconds at the latest; absent: only at the deadline of its work. */
  constructor(maxHeldMs = Infinity) {
    this.#maxHeldMs = maxHeldMs;
  }

  /**
   * Runs the work once it holds the locks of all its records. The locks are released when the work calls `end` or is done, at its
   * deadline, or when it has held them for too long: actions that follow a write may write to the same records, and a slow permission hook of
   * an extension must not block other writers. All locks of a work are requested at once, so there are no deadlocks.
   */
  async run<Result>(
    recordIds: Iterable<number>,
    deadline: Call['deadline'],
    work: (lock: HeldLock) => Promise<Result>,
  ): Promise<Result> {
    const ids = [...new Set(recordIds)];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let isHeld = false;
    const acquire = async () => {
      const before = ids.flatMap((id) => this.#last.get(id) ?? []);
      const turn = Promise.all(before).then(() => void (isHeld = true));
      const over = turn.then(async () => {
        await settledOrTimedOut(ended, Math.min(deadline.remaining, this.#maxHeldMs));
        isHeld = false;
      });
      for (const id of ids) this.#last.set(id, over);
      void over.then(() => {
        for (const id of ids) if (this.#last.get(id) === over) this.#last.delete(id);
      });
      await turn;
      return before.length > 0;
    };
    const waited = await acquire();
    const renew = async () => {
      if (!isHeld) await acquire();
    };
    return work({ waited, end, renew }).finally(end);
  }
}

/** The locks of a work while it runs. */
interface HeldLock {
  /** Whether the work had to wait for them. */
  readonly waited: boolean;
  /** Releases the locks before the work is done. */
  end(): void;
  /** Waits for the locks again if they were held for too long. */
  renew(): Promise<void>;
}

/**
 * Commits what `build` returns while the locks of these records are held. Each attempt builds anew; only the first may use what was read
 * before (`isFresh`), and only if it did not have to wait. A repeated attempt waits for its turn: without it, on a machine so busy that
 * commits outlast their locks, more and more writers would overtake each other until none succeeds.
 */
export function commitLocked<Answer>(
  call: CommitCall,
  { recordLocks, store }: { readonly recordLocks: RecordLocks; readonly store: Store },
  recordIds: Iterable<number>,
  build: (isFresh: boolean) => Promise<Commit<Answer>>,
): Promise<Answer> {
  return recordLocks.run(recordIds, call.deadline, ({ waited, end, renew }) => {
    let isFirst = true;
    const attempt = async () => {
      const isFresh = isFirst && !waited;
      if (!isFirst) await renew();
      isFirst = false;
      return build(isFresh);
    };
    return store.commit(call, attempt, end);
  });
}

async function settledOrTimedOut(result: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  await Promise.race([result.catch(() => undefined), timedOut]);
  clearTimeout(timer);
}

/** The answer of a write and what follows the commit, both made with hooks of extensions. */
export type Shown<Answer> = Required<Pick<Commit<Answer>, 'answer' | 'afterwards'>> &
  Pick<Commit<Answer>, 'version'>;

type Answered<Answer> = Shown<Answer> & Pick<Commit<Answer>, 'finish'>;

/**
 * Makes the answer of an attempt, at once or after its commit.
 * @param plain the answer if `show` fails or takes too long after the commit: then the write is done all the same.
 */
export type MakeAnswer = <Answer>(
  plain: Answer,
  show: () => Promise<Shown<Answer>>,
) => Promise<Answered<Answer>>;

interface AnsweredWrite<Attempt, Result> {
  /** The records that the write is known to touch. */
  readonly touched: readonly number[];
  /** Reads and computes; only a fresh attempt may use what was read before. */
  attempt(isFresh: boolean, answer: MakeAnswer): Promise<Attempt>;
  /** Makes the commit of an attempt, while the records are locked. */
  commit(attempt: () => Promise<Attempt>): Promise<Commit<Result>>;
}

const answerHooks = ['svc_after_get_post_fields_filter', 'svc_can_view_permission'] as const;

/**
 * Commits a write while its records are locked, and repeats the attempt when another writer came first. Hooks of extensions that run for
 * answers may be slow, so with them the first attempt is made before the locks are taken: a filter that refuses the answer prevents the
 * write. The answers of later attempts are then made after the commit, when the locks are released.
 */
export async function commitAnswered<Attempt, Result>(
  call: CommitCall,
  deps: { readonly hooks: HookEngine; readonly recordLocks: RecordLocks; readonly store: Store },
  { touched, attempt, commit }: AnsweredWrite<Attempt, Result>,
): Promise<Result> {
  const isSlow = touched.length > 0 && answerHooks.some((hook) => deps.hooks.hasFilters(hook));
  const first = isSlow ? await attempt(true, answerNow) : undefined;
  const answer = first ? answerLater(call) : answerNow;
  return commitLocked(call, deps, touched, (isFresh) =>
    commit(async () => (isFresh && first) || attempt(isFresh, answer)),
  );
}

const answerNow: MakeAnswer = (_plain, show) => show();

function answerLater({ noteVersion }: Pick<Call, 'noteVersion'>): MakeAnswer {
  return async (plain, show) => {
    let shown: ReturnType<typeof show> | undefined;
    const showOnce = () => (shown ??= show());
    return {
      answer: plain,
      afterwards: async () => (await showOnce()).afterwards(),
      finish: async () => {
        const { answer, version } = await showOnce();
        if (version !== undefined) noteVersion?.(version);
        return answer;
      },
    };
  };
}
