import { type commentsList, type OutputOf } from '@svc/contracts';
import type { StoredComment } from '../store/comment-model.ts';
import { presentDate } from './present-date.ts';
import { presentMeta } from './present-meta.ts';

/** Who a user is now. */
export interface Author {
  readonly display_name: string;
  readonly avatar: string;
}

/** A comment as lists show it; without an author (a site link, a user who is gone) under the name it was written. */
export function presentItem(
  comment: StoredComment,
  author: Author | undefined,
): OutputOf<typeof commentsList>['comments'][number] {
  return {
    comment_ID: String(comment._id),
    comment_author: author?.display_name ?? comment.authorName,
    comment_date: presentDate(comment.date),
    comment_date_gmt: presentDate(comment.date),
    gravatar: author?.avatar ?? '',
    comment_content: comment.content,
    user_id: String(comment.authorId),
    comment_type: comment.type,
    comment_post_ID: String(comment.recordId),
    comment_reactions: [],
    comment_meta: presentMeta(comment.meta),
  };
}
