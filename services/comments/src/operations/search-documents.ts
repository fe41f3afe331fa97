import { commentsSearchDocuments, maxSearchedTextLength, type CommentDocument } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';

/** UTF-16 code units of text after which a page ends. */
const maxPageLength = 2_000_000;

const shown = { postType: 1, recordId: 1, version: 1, content: 1 } as const;

/** Comments in the form of the search index: those with the given ids, or the next ones after an id. */
export const searchDocuments = defineHandler(
  commentsSearchDocuments,
  async ({ input, deadline }, { comments }: Pick<CommentStore, 'comments'>) => {
    const found =
      'ids' in input
        ? comments.model.find({ _id: { $in: input.ids } }, shown)
        : comments.model
            .find({ _id: { $gt: input.after } }, shown)
            .sort({ _id: 1 })
            .limit(input.limit);
    const cursor = found.maxTimeMS(deadline.maxTimeMS).lean<StoredComment>().cursor();
    const documents: CommentDocument[] = [];
    let size = 0;
    for await (const comment of cursor) {
      const document = toDocument(comment);
      documents.push(document);
      size += document.content.length;
      if ('after' in input && size > maxPageLength) break;
    }
    return { documents };
  },
);

function toDocument({ _id, postType, recordId, version, content }: StoredComment): CommentDocument {
  return {
    id: _id,
    post_type: postType,
    record_id: recordId,
    version,
    content: content.slice(0, maxSearchedTextLength).toWellFormed(),
  };
}
