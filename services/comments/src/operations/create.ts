import { commentsCreate, ServiceError, type Actor, type CommentAuthor, type InputOf } from '@svc/contracts';
import { defineHandler, type Call, type IdSequence } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { presentComment } from '../present/present-comment.ts';
import { applyRecordChanges, type RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import type { StoredComment } from '../store/comment-model.ts';
import { commentDate } from '../writing/comment-date.ts';
import { commentParts } from '../writing/comment-parts.ts';
import { commentText } from '../writing/comment-text.ts';
import { commentType } from '../writing/comment-type.ts';
import { inParts, insertComments } from '../writing/insert-comments.ts';
import { mentionedIn } from '../writing/mentioned-in.ts';
import { metaValues } from '../writing/meta-values.ts';
import { storeMeta } from '../writing/store-meta.ts';

type CreateCall = Call<InputOf<typeof commentsCreate>>;

/** Milliseconds for which an answer waits for changes that follow from a comment, which is already stored. */
const maxWaitMs = 1_000;

interface CreateDeps extends RecordChangesDeps {
  readonly commentIds: IdSequence;
  readonly metaIds: IdSequence;
}

/** Adds a comment to a record that the caller may update. A long text becomes several comments; the answer is the first. */
export const createComment = defineHandler(commentsCreate, async (call, deps: CreateDeps) => {
  const grant = await grantOnRecord(call, {
    action: 'update',
    with_audience: !call.input.silent,
    to_comment: true,
  });
  if (!grant)
    throw new ServiceError('add_post_comment', 'You do not have permission for this', { status: 403 });
  const now = new Date();
  const text = commentText(call.input.comment, 'add_post_comment');
  const parts = commentParts(text);
  const date = commentDate(call.input.date, now);
  const sent = metaValues(call.input.meta, 'add_post_comment');
  const { id: recordId, post_type: postType, silent } = call.input;
  const record = { record_name: grant.name, ...grant };
  const mentions = mentionedIn(text, { silent });
  return deps.store.commit(call, async () => {
    const ids = await deps.commentIds.nextIds(parts.length);
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
    const author = authorOf(call.actor);
    return {
      ...insertComments(inParts(made, { author, silent, mentions }), record, deps),
      answer: presentComment(made[0] as StoredComment),
      waitsAtMost: maxWaitMs,
      afterwards: () => applyRecordChanges({ recordId, postType }, call, deps),
    };
  });
});

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

function authorOf({ kind, userId, displayName, email }: Actor): CommentAuthor {
  return { kind, user_id: userId, display_name: displayName, email };
}
