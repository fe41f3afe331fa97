import type { Call, HookEngine } from '@svc/service-kit';
import type { Commit } from '@svc/service-kit/store';

/** The answer of a write and what follows the commit, both made with hooks of extensions. */
export type Shown<Answer> = Required<Pick<Commit<Answer>, 'answer' | 'afterwards'>> &
  Pick<Commit<Answer>, 'version'>;

const answerHooks = ['svc_after_get_post_fields_filter', 'svc_can_view_permission'] as const;

/**
 * Whether hooks of extensions run for the answers of writes. They may be slow, so the first answer is made before the locks of the write
 * are taken: a filter that refuses it prevents the write. When another writer came first, the next answer is made after the commit
 * (`answerLater`).
 */
export function filtersAnswers({ hooks }: { readonly hooks: HookEngine }): boolean {
  return answerHooks.some((hook) => hooks.hasFilters(hook));
}

/**
 * Makes the answer after the commit, when the locks are released.
 * @param plain the answer if that fails or takes too long: then the write is done all the same.
 */
export function answerLater<Answer>(
  { noteVersion }: Pick<Call, 'noteVersion'>,
  plain: Answer,
  show: () => Promise<Shown<Answer>>,
): Required<Pick<Commit<Answer>, 'answer' | 'afterwards' | 'finish'>> {
  let shown: Promise<Shown<Answer>> | undefined;
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
}
