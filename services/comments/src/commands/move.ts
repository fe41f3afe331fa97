import { moveComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { goWithRecord } from '../store/go-with-record.ts';
import { moveCommentsOf } from '../store/move-comments-of.ts';
import { rememberMerge } from '../store/remember-merge.ts';

/**
 * Moves the comments of a merged record. When it is cut short, the next delivery goes on with what is left. The merge is
 * remembered first: comments that come to the record later, from a write before the merge or from an earlier merge, follow.
 */
export const moveCommentsHandler = defineCommandHandler(moveComments, async (call, deps: CommentsDeps) => {
  const { post_type: postType, from_id: fromId, to_id: toId } = call.input;
  if (fromId !== toId) await rememberMerge(deps, { fromId, toId });
  const moved =
    fromId === toId ? 0 : await moveCommentsOf({ postType, recordId: fromId }, toId, { call, deps });
  return deps.store.commit(call, async () => ({
    writes: [],
    answer: { moved },
    afterwards: () => goWithRecord({ postType, recordId: toId }, call, deps),
  }));
});
