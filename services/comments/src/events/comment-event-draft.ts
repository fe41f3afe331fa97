import type { CommentEvent } from '@svc/contracts';
import type { EventDraft } from '@svc/service-kit/store';
import type { StoredComment } from '../store/comment-model.ts';

/**
 * How many characters an event carries of a text that is too large for it, so that the search still finds the comment:
 * within `maxEventBytes` even if JSON escapes every character with six bytes.
 */
const shortened = 40_000;

/** Fewer next to an audience, which needs the space. A new comment is only this long if it has a long link address. */
const shortenedBesideAudience = 10_000;

/** Further data in the event of a new comment. */
export type CommentEventFields = Pick<
  CommentEvent['data']['comment'],
  'silent' | 'mentions' | 'record_name' | 'audience'
>;

/** The event of a change to a comment; `comment` is its state after the change, or before a deletion. */
export function commentEventDraft(
  verb: EventDraft['verb'],
  comment: StoredComment,
  fields: CommentEventFields = {},
): EventDraft {
  const content = verb === 'deleted' ? '' : comment.content;
  const beginning = content.slice(0, fields.audience ? shortenedBesideAudience : shortened).toWellFormed();
  return {
    entity: 'comment',
    verb,
    postType: comment.postType,
    subject: `${comment.postType}/${comment.recordId}/comments/${comment._id}`,
    data: { comment: { ...describe(comment, content), ...fields } },
    withoutValues: () => ({ comment: { ...describe(comment, beginning), ...fields } }),
  };
}

function describe(comment: StoredComment, content: string) {
  return {
    id: comment._id,
    post_type: comment.postType,
    record_id: comment.recordId,
    version: comment.version,
    type: comment.type,
    author_id: comment.authorId,
    ...(comment.authorId === 0 && { author_name: comment.authorName }),
    content,
  };
}
