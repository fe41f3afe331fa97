import type { commentsCreate, commentsList, OutputOf, usersDisplay } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { StoredComment, StoredMeta } from '../store/comment-model.ts';

/** A comment in the answer to create and update: all values are text. */
export function presentComment(comment: StoredComment): OutputOf<typeof commentsCreate> {
  return {
    comment_ID: String(comment._id),
    comment_post_ID: String(comment.recordId),
    comment_author: comment.authorName,
    comment_author_email: comment.authorEmail,
    comment_author_url: '',
    comment_author_IP: comment.ip,
    comment_date: utcText(comment.date),
    comment_date_gmt: utcText(comment.date),
    comment_content: comment.content,
    comment_karma: '0',
    comment_approved: '1',
    comment_agent: comment.agent,
    comment_type: comment.type,
    comment_parent: '0',
    user_id: String(comment.authorId),
    comment_meta: presentMeta(comment.meta),
  };
}

export type ListedComment = OutputOf<typeof commentsList>['comments'][number];

export type ShownUser = OutputOf<typeof usersDisplay>['users'][number];

/** An author who is not among the users (a site link, a deleted user) keeps the stored name. */
export function presentItem(comment: StoredComment, users: ReadonlyMap<number, ShownUser>): ListedComment {
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
    comment_reactions: byKey(comment.reactions ?? [], ({ userId, name }) => ({
      name: users.get(userId)?.display_name ?? name,
      user_id: String(userId),
    })),
    comment_meta: presentMeta(comment.meta),
  };
}

/** Meta in an answer (docs/guides/comments.md#reading). */
function presentMeta(meta: readonly StoredMeta[]) {
  return byKey(meta, ({ id, value }) => ({ id, value }));
}

/** Entries by key, in their order; an empty list when there are none. */
function byKey<Entry extends { readonly key: string }, Shown>(
  entries: readonly Entry[],
  show: (entry: Entry) => Shown,
): Record<string, Shown[]> | never[] {
  if (entries.length === 0) return [];
  const groups = Map.groupBy(entries, ({ key }) => key);
  return Object.fromEntries([...groups].map(([key, group]) => [key, group.map(show)]));
}
