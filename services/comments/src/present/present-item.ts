import { type commentsList, type OutputOf } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import { presentReactions } from '../reactions/present-reactions.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { ShownUser } from './find-users.ts';
import { presentMeta } from './present-meta.ts';

/** A comment as lists show it; who is not among the users (a site link, a user who is gone) under the name of that time. */
export function presentItem(
  comment: StoredComment,
  users: ReadonlyMap<number, ShownUser>,
): OutputOf<typeof commentsList>['comments'][number] {
  const author = users.get(comment.authorId);
  return {
    comment_ID: String(comment._id),
    comment_author: author?.display_name ?? comment.authorName,
    comment_date: utcText(comment.date),
    comment_date_gmt: utcText(comment.date),
    gravatar: author?.avatar ?? '',
    comment_content: comment.content,
    user_id: String(comment.authorId),
    comment_type: comment.type,
    comment_post_ID: String(comment.recordId),
    comment_reactions: presentReactions(comment.reactions ?? [], users),
    comment_meta: presentMeta(comment.meta),
  };
}
