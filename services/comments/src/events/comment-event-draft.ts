import type { CommentEvent } from '@svc/contracts';
import type { EventDraft } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';

/**
 * Of a text too large for an event this many characters travel, so that a search still finds the comment: few enough
 * for `maxEventBytes` even when JSON needs six bytes for each.
 */
const shortened = 40_000;

/** Beside an audience they are fewer, so that it has room: only the address of a link makes the text of a new comment so long. */
const shortenedBesideAudience = 10_000;

/** What else consumers learn of a new comment. */
export type CommentEventFields = Pick<
  CommentEvent['data']['comment'],
  'silent' | 'mentions' | 'record_name' | 'audience'
>;

/** The event that tells a change of a comment; `comment` is the state after it, or before a deletion. */
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
