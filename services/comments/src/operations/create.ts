import { commentsCreate, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { presentComment } from '../present/present-comment.ts';
import type { LaterRecordChanges, RecordChangesDeps } from '../record-changes/apply-record-changes.ts';
import type { CommentIds } from '../store/comment-store.ts';
import { metaValues, storeMeta } from '../writing/comment-meta.ts';
import { commentDate, commentText, commentType, mentionedIn } from '../writing/comment-values.ts';
import { commentsOf, insertComments, type NewComment } from '../writing/insert-comments.ts';
import { commentParts } from '../writing/split-text.ts';

/** Milliseconds for which an answer waits for changes that follow from a comment, which is already stored. */
const maxWaitMs = 1_000;

interface CreateDeps extends RecordChangesDeps, CommentIds {
  readonly laterChanges: LaterRecordChanges;
}

/** Adds a comment to a record that the caller may update. A long text becomes several comments; the answer is the first. */
export const createComment = defineHandler(commentsCreate, async (call, deps: CreateDeps) => {
  const { input, actor } = call;
  const { id: recordId, post_type: postType, silent, origin } = input;
  const grant = await grantOnRecord(call, { action: 'update', with_audience: !silent, to_comment: true });
  if (!grant)
    throw new ServiceError('add_post_comment', 'You do not have permission for this', { status: 403 });
  const text = commentText(input.comment, 'add_post_comment');
  const createdAt = new Date();
  const date = commentDate(input.date, createdAt);
  const sent = metaValues(input.meta, 'add_post_comment');
  const type = commentType(input.comment_type);
  const { kind, userId: user_id, displayName: display_name, email, extension } = actor;
  const given = {
    parts: commentParts(text),
    common: { postType, recordId, ip: origin.ip, agent: origin.user_agent, type, date, createdAt },
    author: { kind, user_id, display_name, email, ...(extension && { extension }) },
    silent,
    mentions: mentionedIn(text, { silent }),
  };
  return deps.store.commit(call, async () => {
    const ids = await deps.commentIds.nextIds(given.parts.length);
    const meta = await storeMeta({ before: [], sent, code: 'add_post_comment' }, deps.metaIds);
    const made = commentsOf(ids, { ...given, meta });
    const [first] = made as [NewComment];
    return {
      ...insertComments(made, { record_name: grant.name, ...grant }, deps),
      answer: presentComment(first.comment),
      waitsAtMost: maxWaitMs,
      afterwards: async () => deps.laterChanges.apply({ recordId, postType }, call, deps),
    };
  });
});
