import { commentsChanged } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';

/** Which of the given comments have another version now, and which are deleted. Only changed comments are read whole. */
export const changedComments = defineHandler(
  commentsChanged,
  async ({ input, deadline }, { comments }: Pick<CommentStore, 'comments'>) => {
    const ids = input.comments.map(({ id }) => id);
    const versions = new Map(input.comments.map(({ id, version }) => [id, version]));
    const known = await comments.model
      .find({ _id: { $in: ids } }, { version: 1 })
      .maxTimeMS(deadline.maxTimeMS)
      .lean<Pick<StoredComment, '_id' | 'version'>[]>();
    const different = known.filter(({ _id, version }) => versions.get(_id) !== version).map(({ _id }) => _id);
    const current = await comments.model
      .find({ _id: { $in: different } }, { recordId: 1, content: 1 })
      .maxTimeMS(deadline.maxTimeMS)
      .lean<Pick<StoredComment, '_id' | 'recordId' | 'content'>[]>();
    const changed = current.map(({ _id: id, recordId: record_id, content }) => ({ id, record_id, content }));
    // A comment may be deleted between the two queries.
    const there = new Set(
      [...known.filter(({ _id }) => !different.includes(_id)), ...current].map(({ _id }) => _id),
    );
    return { changed, gone: ids.filter((id) => !there.has(id)) };
  },
);
