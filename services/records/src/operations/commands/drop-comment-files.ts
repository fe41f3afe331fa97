import { dropCommentFiles } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { dropFilesOfComment } from '../../files/file-writes.ts';
import type { FileDeps } from '../../files/file-deps.ts';

/** Deletes the files of a deleted comment: only those that its author uploaded, since a comment could name the files of other comments. */
export const dropCommentFilesHandler = defineCommandHandler(
  dropCommentFiles,
  (call, deps: Pick<FileDeps, 'store' | 'files'>) => {
    const { record_id: recordId, keys, author_id: uploaderId } = call.input;
    return deps.store.commit(call, async () => ({
      writes: [dropFilesOfComment(deps, { recordId, uploaderId, keys })],
      answer: { done: true as const },
    }));
  },
);
