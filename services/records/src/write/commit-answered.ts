import type { Call, HookEngine } from '@svc/service-kit';
import type { Commit, CommitCall, Store } from '@svc/service-kit/store';
import { commitLocked, type RecordLocks } from '../revision/record-locks.ts';

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
