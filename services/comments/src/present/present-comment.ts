import type { commentsCreate, OutputOf } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';
import { presentMeta } from './present-meta.ts';

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
