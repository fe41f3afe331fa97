import type { EventDraft } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';

/**
 * Of a text too large for an event this many characters travel, so that a search still finds the comment: few enough
 * for `maxEventBytes` even when JSON needs six bytes for each.
 */
const shortened = 40_000;

/**
 * The event that tells a change of a comment; `comment` is the state after it, or before a deletion. `told` is what
 * consumers are told besides.
 */
export function commentEventDraft(
  verb: EventDraft['verb'],
  comment: StoredComment,
  told: { readonly silent?: boolean } = {},
): EventDraft {
  const content = verb === 'deleted' ? '' : comment.content;
  return {
    entity: 'comment',
    verb,
    postType: comment.postType,
    subject: `${comment.postType}/${comment.recordId}/comments/${comment._id}`,
    data: { comment: { ...describe(comment, content), ...told } },
    withoutValues: { comment: { ...describe(comment, content.slice(0, shortened).toWellFormed()), ...told } },
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
    content,
  };
}
