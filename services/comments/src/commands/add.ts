import { addComments, type AddedComment } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { cleanText } from '@svc/service-kit/clean-text';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import type { StoredMeta } from '../store/comment-model.ts';
import type { CommentIds } from '../store/comment-store.ts';
import { storeMeta } from '../writing/comment-meta.ts';
import { commentType, mentionedIn } from '../writing/comment-values.ts';
import { commentsOf, insertComments } from '../writing/insert-comments.ts';
import { commentParts } from '../writing/split-text.ts';

/**
 * Adds the comments of a write to a record in one transaction; a text that is too long is split. Discarded comments
 * only get ids.
 */
export const addCommentsHandler = defineCommandHandler(
  addComments,
  async (call, deps: RecordChangesDeps & CommentIds) => {
    const {
      post_type: postType,
      record_id: recordId,
      comments,
      discarded = false,
      ...eventFields
    } = call.input;
    const record = { postType, recordId };
    const createdAt = new Date();
    const given = comments.map((added) => ({ ...added, parts: partsOf(added.text) }));
    return deps.store.commit(call, async () => {
      const ids = await deps.commentIds.nextIds(given.flatMap(({ parts }) => parts).length);
      const metas = await Promise.all(given.map((added) => metaOf(added, deps)));
      const made = given.map((added, index) => {
        const date = new Date(added.date * 1000);
        return commentsOf(ids.splice(0, added.parts.length), {
          ...added,
          common: { ...record, ip: '', agent: '', type: commentType(added.type), date, createdAt },
          meta: metas[index] ?? [],
          mentions: mentionedIn(added.text, added),
        });
      });
      return {
        ...insertComments(discarded ? [] : made.flat(), eventFields, deps),
        answer: { ids: made.map(([first]) => String(first?.comment._id)) },
        // The sender waits for the comments only, not for moves or deletions after them.
        waitsAtMost: 0,
        afterwards: () => applyRecordChanges(record, call, deps),
      };
    });
  },
);

/**
 * Splits a text; cleaning can make it longer than its sender's limit allows.
 * @throws Error for a blank text: its sender should have refused it, so the error is for operators.
 */
function partsOf(text: string): string[] {
  const parts = commentParts(cleanText(text));
  if (parts.length === 0) throw new Error('the text of an added comment is empty');
  return parts;
}

function metaOf({ meta = {} }: AddedComment, { metaIds }: CommentIds): Promise<StoredMeta[]> {
  const sent = Object.entries(meta).map(([key, value]) => [key, [value]] as const);
  return storeMeta({ before: [], sent, code: 'add_post_comment' }, metaIds);
}
