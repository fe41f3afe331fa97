import { commentsList, recordsFilterComments, ServiceError, usersDisplay } from '@svc/contracts';
import { defineHandler, inBatches, type Call } from '@svc/service-kit';
import { grantOnRecord } from '../access/grant-on-record.ts';
import { presentItem, type ListedComment, type ShownUser } from '../present/present-comment.ts';
import { listOrder, type StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';

/** Maximum bytes of comments in an answer: half of what the bus carries, because extensions receive them over it too. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Bytes reserved for the author's current name and avatar. */
const sizeOfAuthor = 500;

const nobody = new Map<number, never>();

/** Maximum number of users in a request to the users service. */
const maxUsersAsked = 5_000;

/** The comments of a record that the caller may view, newest first: at most `number`, and no more than fit into an answer. */
export const listComments = defineHandler(
  commentsList,
  async (call, { comments }: Pick<CommentStore, 'comments'>) => {
    const { post_type, id, number = 0, offset = 0 } = call.input;
    const grant = await grantOnRecord(call, { action: 'view' });
    if (!grant) throw new ServiceError('get_post_comments', 'No permissions to read post');
    const ofRecord = { recordId: id, postType: post_type };
    const found = comments.model.find(ofRecord).sort(listOrder).skip(offset).limit(number);
    const [{ page, isCut }, total] = await Promise.all([
      fitting(found.lean<StoredComment>().cursor()),
      comments.model.countDocuments(ofRecord),
    ]);
    const users = await findUsers(call, page);
    let items = page.map((comment) => presentItem(comment, users));
    if (grant.filters_comments) {
      // Filters of extensions run in the records service.
      const asked = { post_type, id, comments: items };
      items = (await call.ask(recordsFilterComments, asked)).comments as ListedComment[];
    }
    return { comments: items, total, ...(isCut && { next_offset: offset + page.length }) };
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

async function findUsers(
  call: Pick<Call, 'ask'>,
  comments: readonly StoredComment[],
): Promise<ReadonlyMap<number, ShownUser>> {
  const people = comments.flatMap(({ authorId, reactions = [] }) => [
    authorId,
    ...reactions.map(({ userId }) => userId),
  ]);
  const ids = [...new Set(people)].filter((id) => id > 0);
  const found = await Promise.all(
    inBatches(ids, maxUsersAsked).map((batch) => call.ask(usersDisplay, { user_ids: batch })),
  );
  return new Map(found.flatMap(({ users }) => users.map((user) => [user.id, user])));
}
