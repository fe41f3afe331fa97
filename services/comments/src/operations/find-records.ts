import { commentsFindRecords, maxCommentedRecords, ServiceError } from '@svc/contracts';
import { defineHandler, isTooSlow } from '@svc/service-kit';
import { seenPattern } from '../finding/seen-pattern.ts';
import type { StoredComment } from '../store/comment-model.ts';
import type { CommentStore } from '../store/comment-store.ts';

/** Milliseconds of the deadline that are left for the records service to read the list. */
const listMilliseconds = 1_000;

/** The records with a comment that contains a text; those with the newest such comments when there are too many. */
export const findRecords = defineHandler(
  commentsFindRecords,
  async (call, { comments }: Pick<CommentStore, 'comments'>) => {
    const { post_type: postType, text } = call.input;
    const cursor = comments.model
      .find({ postType, content: seenPattern(text) }, { _id: 0, recordId: 1 })
      .sort({ createdAt: -1, _id: -1 })
      .maxTimeMS(Math.max(1, call.deadline.remaining - listMilliseconds))
      .lean<Pick<StoredComment, 'recordId'>>()
      .cursor();
    try {
      return await firstOf(cursor);
    } catch (error) {
      throw isTooSlow(error) ? tooSlow(error) : error;
    }
  },
);

/** Stops reading at the first record beyond the maximum. */
async function firstOf(found: AsyncIterable<Pick<StoredComment, 'recordId'>>) {
  const ids = new Set<number>();
  for await (const { recordId } of found) {
    if (ids.size === maxCommentedRecords && !ids.has(recordId))
      return { record_ids: [...ids], has_more: true };
    ids.add(recordId);
  }
  return { record_ids: [...ids], has_more: false };
}

function tooSlow(cause: unknown): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'The search in comments exceeded its time limit. Search for a longer text, or exclude comments with fields_to_search.',
    { status: 503, cause },
  );
}
