import type { commentsList, OutputOf } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { StoredComment, StoredReaction } from '../store/comment-model.ts';
import type { ShownUser } from './find-users.ts';
import { presentMeta } from './present-meta.ts';

/** A comment in a list. An author who is not among the users (a site link, a deleted user) keeps the stored name. */
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

type Reactions = OutputOf<typeof commentsList>['comments'][number]['comment_reactions'];

/** Reactions in a list: key → the users who have it, oldest first; an empty list when there are none. */
function presentReactions(
  reactions: readonly StoredReaction[],
  users: ReadonlyMap<number, ShownUser>,
): Reactions {
  if (reactions.length === 0) return [];
  const byKey = Map.groupBy(reactions, ({ key }) => key);
  return Object.fromEntries(
    [...byKey].map(([key, ofKey]) => [
      key,
      ofKey.map(({ userId, name }) => ({
        name: users.get(userId)?.display_name ?? name,
        user_id: String(userId),
      })),
    ]),
  );
}
