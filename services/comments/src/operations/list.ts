import { commentsList, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import type { CommentsDeps } from '../deps.ts';
import { filterComments } from '../present/filter-comments.ts';
import { findUsers } from '../present/find-users.ts';
import { presentItem } from '../present/present-item.ts';
import { listOrder, type StoredComment } from '../store/comment-model.ts';

/** The comments of a record the caller may view, newest first; all of them unless `number` says how many. */
export const listComments = defineHandler(commentsList, async (call, { comments }: CommentsDeps) => {
  const { post_type, id, number, offset } = call.input;
  const grant = await grantOnRecord(call, { action: 'view' });
  if (!grant) throw new ServiceError('get_post_comments', 'No permissions to read post');
  const ofRecord = { recordId: id, postType: post_type };
  const query = comments.find(ofRecord).sort(listOrder);
  const [page, total] = await Promise.all([
    query
      .skip(offset ?? 0)
      .limit(number ?? 0)
      .lean<StoredComment[]>(),
    comments.countDocuments(ofRecord),
  ]);
  const users = await findUsers(call, page);
  const items = page.map((comment) => presentItem(comment, users));
  return { comments: grant.filters_comments ? await filterComments(call, items) : items, total };
});
