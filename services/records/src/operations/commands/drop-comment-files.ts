import { dropCommentFiles } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { dropFilesOfComment } from '../../files/file-writes.ts';
import type { WriteDeps } from '../../revision/write-deps.ts';

/** A deleted comment's files are nobody's. What a comment says is not believed of files that another one has brought. */
export const dropCommentFilesHandler = defineCommandHandler(dropCommentFiles, (call, deps: WriteDeps) => {
  const { record_id: recordId, keys, author_id: uploaderId } = call.input;
  return deps.store.commit(call, async () => ({
    writes: [dropFilesOfComment(deps, { recordId, uploaderId, keys })],
    answer: { done: true as const },
  }));
});
