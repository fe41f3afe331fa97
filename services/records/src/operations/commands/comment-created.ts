import { commentCreated } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { AskingDeps } from '../../directory/ask-as-system.ts';
import { findCommenters } from '../../directory/find-commenters.ts';

type Deps = Pick<ReadDeps, 'store' | 'recent' | 'hooks'> & AskingDeps;

/**
 * Notes that the authors of new comments have worked on the record, and runs the actions that follow the comments in the name of each
 * author: after the commit, at most once.
 */
export const commentCreatedHandler = defineCommandHandler(commentCreated, async (call, deps: Deps) => {
  const { post_type: postType, record_id: recordId, comments } = call.input;
  const authors = comments.map(({ author }) => author);
  const commenterOf = await findCommenters(authors, call, deps);
  return deps.store.commit(call, async () => ({
    writes: [],
    answer: { done: true as const },
    afterwards: async () => {
      for (const { user_id: userId } of authors) deps.recent.workedOn({ userId, postType }, recordId);
      for (const { id, type, author } of comments) {
        const caller = { actor: commenterOf(author) };
        await deps.hooks.act('svc_comment_created', caller, postType, recordId, id, type);
      }
    },
  }));
});
