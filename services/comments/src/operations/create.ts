import type { mongo } from 'mongoose';
import { commentsCreate, ServiceError, type InputOf } from '@svc/contracts';
import { cleanText, defineHandler, isBlank, type Call, type Write } from '@svc/service-kit';
import { mayOnRecord } from '../access/may-on-record.ts';
import type { CommentsDeps } from '../deps.ts';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import { presentComment } from '../present/present-comment.ts';
import type { StoredComment } from '../store/comment-model.ts';
import { deleteCommentsOf } from '../store/delete-comments-of.ts';
import { commentText } from '../writing/comment-text.ts';
import { commentDate } from '../writing/comment-date.ts';
import { commentType } from '../writing/comment-type.ts';
import { metaValues } from '../writing/meta-values.ts';
import { splitText } from '../writing/split-text.ts';
import { storeMeta } from '../writing/store-meta.ts';

type CreateCall = Call<InputOf<typeof commentsCreate>>;

/** Comments on a record the caller may update. A long text becomes several comments, the first is the answer. */
export const createComment = defineHandler(commentsCreate, async (call, deps: CommentsDeps) => {
  if (!(await mayOnRecord(call, 'update')))
    throw new ServiceError('add_post_comment', 'You do not have permission for this', { status: 403 });
  const now = new Date();
  const parts = toParts(call.input.comment);
  const date = commentDate(call.input.date, now);
  const sent = metaValues(call.input.meta, 'add_post_comment');
  return deps.store.commit(call, async () => {
    const ids = await deps.commentIds.take(parts.length);
    const meta = await storeMeta({ before: [], sent, code: 'add_post_comment' }, deps.metaIds);
    const made = parts.map((content, index) =>
      newComment(call, {
        _id: ids[index] as number,
        content,
        date,
        createdAt: now,
        meta: index === 0 ? meta : [],
      }),
    );
    return {
      writes: made.map((comment) => insert(comment, deps)),
      events: made.map((comment) => commentEventDraft('created', comment)),
      answer: presentComment(made[0] as StoredComment),
      afterwards: () => goWithRecord(call, deps),
    };
  });
});

function toParts(text: string): string[] {
  return splitText(commentText(text, 'add_post_comment'))
    .map((part) => cleanText(part))
    .filter((part) => !isBlank(part));
}

type OwnParts = Pick<StoredComment, '_id' | 'content' | 'date' | 'createdAt' | 'meta'>;

function newComment({ input, actor }: CreateCall, own: OwnParts): StoredComment {
  return {
    ...own,
    postType: input.post_type,
    recordId: input.id,
    authorId: actor.userId,
    authorName: actor.displayName,
    authorEmail: actor.email,
    ip: input.origin.ip,
    agent: input.origin.user_agent,
    type: commentType(input.comment_type),
    version: 1,
  };
}

function insert(comment: StoredComment, { store, comments }: CommentsDeps): Write {
  const document: mongo.Document = { ...comment };
  return { model: { name: 'insertOne', namespace: store.namespace(comments), document } };
}

/**
 * The record may have been deleted since records was asked, too late for the purge to find these comments. They are
 * committed: that this can not be told is no answer to the request.
 */
async function goWithRecord(call: CreateCall, deps: CommentsDeps): Promise<void> {
  const { id: recordId, post_type: postType } = call.input;
  try {
    if (await deps.deletedRecords.exists({ _id: recordId }))
      await deleteCommentsOf({ recordId, postType }, call, deps);
  } catch (error) {
    call.log.error({ err: error, recordId }, 'comments of a deleted record may be left');
  }
}
