import { moveComments } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { goWithRecord } from '../store/go-with-record.ts';
import { moveCommentsOf } from '../store/move-comments-of.ts';

/** Moves the comments of a merged record. When it is cut short, the next delivery goes on with what is left. */
export const moveCommentsHandler = defineCommandHandler(moveComments, async (call, deps: CommentsDeps) => {
  const { post_type: postType, from_id: fromId, to_id: toId } = call.input;
  const moved =
    fromId === toId ? 0 : await moveCommentsOf({ postType, recordId: fromId }, toId, { call, deps });
  return deps.store.commit(call, async () => ({
    writes: [],
    answer: { moved },
    afterwards: () => goWithRecord({ postType, recordId: toId }, call, deps),
  }));
});
