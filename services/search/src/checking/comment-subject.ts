import type { CommentDocument } from '@svc/contracts';
import { isGone, withRecords } from '../indexing/write-comments.ts';
import { boundText } from '../projection/bounds.ts';
import { restoreComments } from '../projection/restore.ts';
import { refreshComments, toCommentState } from '../projection/refresh-comments.ts';
import { entryMark } from './entry-mark.ts';
import { highestId } from './highest-id.ts';
import type { Subject, SubjectDeps } from './subject.ts';

/** Compares comments by content: a reaction changes the version, but not the entry. */
export function commentSubject(deps: SubjectDeps): Subject<CommentDocument> {
  const { sources, comments, jobs } = deps;
  return {
    name: 'comments',
    keys: ['record_id', 'post_type', 'content', 'viewers', 'type', 'sources'],
    counts: () => sources.commentCounts(),
    after: (id, limit) => sources.commentsAfter(id, limit),
    byIds: (ids) => sources.comments(ids),
    highest: () => highestId(comments),
    async expected(documents) {
      const pairs = await withRecords(documents.map(toCommentState), deps);
      return new Map(
        pairs
          .filter((pair) => !isGone(pair))
          .map(({ comment: { _id, recordId, postType, content }, record: { mark } }) => [
            _id,
            JSON.stringify([recordId, postType, boundText(content), mark]),
          ]),
      );
    },
    summaryOf: (entry) =>
      JSON.stringify([entry['record_id'], entry['post_type'], entry['content'], entryMark(entry)]),
    async repair(ids) {
      await restoreComments(ids, deps);
      await refreshComments(ids, deps);
      await jobs.do({ commentIds: ids });
    },
  };
}
