import { addComments, type AddedComment } from '@svc/contracts';
import { cleanText, defineCommandHandler, type IdSequence } from '@svc/service-kit';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import type { StoredComment, StoredMeta, OfRecord } from '../store/comment-model.ts';
import { commentParts } from '../writing/comment-parts.ts';
import { commentType } from '../writing/comment-type.ts';
import { inParts, insertComments } from '../writing/insert-comments.ts';
import { storeMeta } from '../writing/store-meta.ts';
import { mentionedIn } from '../writing/mentioned-in.ts';

interface AddDeps extends RecordChangesDeps {
  readonly commentIds: IdSequence;
  readonly metaIds: IdSequence;
}

/**
 * Adds the comments of a write to a record in one transaction; a text that is too long is split. Discarded comments
 * only get ids.
 */
export const addCommentsHandler = defineCommandHandler(addComments, async (call, deps: AddDeps) => {
  const {
    post_type: postType,
    record_id: recordId,
    comments,
    discarded = false,
    ...eventFields
  } = call.input;
  const record = { postType, recordId };
  const createdAt = new Date();
  const texts = comments.map(({ text }) => partsOf(text));
  return deps.store.commit(call, async () => {
    const ids = await deps.commentIds.nextIds(texts.flat().length);
    const metas = await Promise.all(comments.map((added) => metaOf(added, deps)));
    const made = texts.map((parts, index) => {
      const added = comments[index] as AddedComment;
      const stored = parts.map((content, part) =>
        newComment(record, added, {
          _id: ids.shift() as number,
          content,
          createdAt,
          meta: (part === 0 && metas[index]) || [],
        }),
      );
      return inParts(stored, { ...added, mentions: mentionedIn(added.text, added) });
    });
    return {
      ...insertComments(discarded ? [] : made.flat(), eventFields, deps),
      answer: { ids: made.map(([first]) => String(first?.comment._id)) },
      // The sender waits for the comments only, not for moves or deletions after them.
      waitsAtMost: 0,
      afterwards: () => applyRecordChanges(record, call, deps),
    };
  });
});

/**
 * Splits a text; cleaning can make it longer than its sender's limit allows.
 * @throws Error for a blank text: its sender should have refused it, so the error is for operators.
 */
function partsOf(text: string): string[] {
  const parts = commentParts(cleanText(text));
  if (parts.length === 0) throw new Error('a comment that was to be added is empty');
  return parts;
}

function metaOf({ meta = {} }: AddedComment, { metaIds }: AddDeps): Promise<StoredMeta[]> {
  const sent = Object.entries(meta).map(([key, value]) => [key, [value]] as const);
  return storeMeta({ before: [], sent, code: 'add_post_comment' }, metaIds);
}

function newComment(
  record: OfRecord,
  { author, type, date }: AddedComment,
  own: {
    readonly _id: number;
    readonly content: string;
    readonly createdAt: Date;
    readonly meta: readonly StoredMeta[];
  },
): StoredComment {
  return {
    ...record,
    ...own,
    authorId: author.user_id,
    authorName: author.display_name,
    authorEmail: author.email,
    ip: '',
    agent: '',
    type: commentType(type),
    date: new Date(date * 1000),
    version: 1,
  };
}
