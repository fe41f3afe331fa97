import { commentsList, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { filterComments } from '../present/filter-comments.ts';
import { findUsers } from '../present/find-users.ts';
import { presentItem } from '../present/present-item.ts';
import { listOrder, type StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-writes.ts';

/** Maximum bytes of comments in an answer: half of what the bus carries, because extensions receive them over it too. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Bytes reserved for the author's current name and avatar. */
const sizeOfAuthor = 500;

const nobody = new Map<number, never>();

/** The comments of a record that the caller may view, newest first: at most `number`, and no more than fit into an answer. */
export const listComments = defineHandler(
  commentsList,
  async (call, { comments }: Pick<CommentStore, 'comments'>) => {
    const { post_type, id, number = 0, offset = 0 } = call.input;
    const grant = await grantOnRecord(call, { action: 'view' });
    if (!grant) throw new ServiceError('get_post_comments', 'No permissions to read post');
    const ofRecord = { recordId: id, postType: post_type };
    const found = comments.find(ofRecord).sort(listOrder).skip(offset).limit(number).lean<StoredComment>();
    const [{ page, isCut }, total] = await Promise.all([
      fitting(found.cursor()),
      comments.countDocuments(ofRecord),
    ]);
    const users = await findUsers(call, page);
    const items = page.map((comment) => presentItem(comment, users));
    return {
      comments: grant.filters_comments ? await filterComments(call, items) : items,
      total,
      ...(isCut && { next_offset: offset + page.length }),
    };
  },
);

/** Stops reading at the first comment that does not fit. */
async function fitting(found: AsyncIterable<StoredComment>) {
  const page: StoredComment[] = [];
  let room = maxAnswerBytes;
  for await (const comment of found) {
    room -= Buffer.byteLength(JSON.stringify(presentItem(comment, nobody))) + sizeOfAuthor;
    if (room < 0 && page.length > 0) return { page, isCut: true };
    page.push(comment);
  }
  return { page, isCut: false };
}
