import { createHash } from 'node:crypto';
import type { Model } from 'mongoose';
import type { CommentDocument, SearchDocument } from '@svc/contracts';
import type { IndexName } from '../engine/index-settings.ts';
import type { IndexJobs } from '../indexing/index-jobs.ts';
import { isGone, withRecords } from '../indexing/write-comments.ts';
import { boundText } from '../projection/bounds.ts';
import type { Projection } from '../projection/projection.ts';
import { refreshComments, toCommentState } from '../projection/refresh-comments.ts';
import { toRecordState } from '../projection/refresh-records.ts';
import { restoreComments, restoreRecords } from '../projection/restore.ts';
import { visibilityMark } from '../projection/record-state.ts';
import type { Counts } from './check-progress.ts';

/** An entry as read from the index. */
export interface FoundEntry {
  readonly id: number;
  readonly [key: string]: unknown;
}

export interface SubjectDeps extends Projection {
  readonly jobs: Pick<IndexJobs, 'do'>;
}

/** The parts of a check that differ between records and comments. */
export interface Subject<Document extends { readonly id: number } = { readonly id: number }> {
  readonly name: IndexName;
  /** The keys of an entry that are compared. */
  readonly keys: readonly string[];
  readonly counts: () => Promise<Counts>;
  readonly after: (id: number, limit: number) => Promise<readonly Document[]>;
  readonly byIds: (ids: readonly number[]) => Promise<readonly Document[]>;
  /** The highest id in the projection. */
  readonly highest: () => Promise<number>;
  /** The expected summary of each document's entry; absent for documents that nobody may see. */
  readonly expected: (documents: readonly Document[]) => Promise<Map<number, string>>;
  /** The summary of an entry, in the same form. */
  readonly summaryOf: (entry: FoundEntry) => string;
  /** Repairs the projection and the entries of these ids. */
  readonly repair: (ids: readonly number[]) => Promise<void>;
}

/**
 * Compares records by their whole content and visibility: after records were restored from a backup, equal versions
 * prove little.
 */
export function recordSubject(deps: SubjectDeps): Subject<SearchDocument> {
  const { sources, records, jobs } = deps;
  return {
    name: 'records',
    keys: ['version', 'post_type', 'name', 'texts', 'viewers', 'type', 'sources'],
    counts: () => sources.recordCounts(),
    after: (id, limit) => sources.recordsAfter(id, limit),
    byIds: (ids) => sources.records(ids),
    highest: () => highestId(records),
    expected: async (documents) =>
      new Map(
        documents.map(toRecordState).map(({ _id, version, postType, name, texts, mark }) => {
          const contents = texts.map(({ text }) => text);
          return [_id, digestOf([version, postType, name, contents, mark])];
        }),
      ),
    summaryOf: (entry) => {
      const { version, post_type: postType, name, texts } = entry;
      return digestOf([version, postType, name, texts, entryMark(entry)]);
    },
    async repair(ids) {
      await restoreRecords(ids, deps);
      await jobs.do({ recordIds: ids });
    },
  };
}

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

/** Digests save memory: the texts of a page and of all suspects are long. */
function digestOf(contents: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url');
}

/** The highest id in a collection; 0 for an empty one. */
async function highestId<State>(model: Model<State>): Promise<number> {
  const last = await model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean<{ _id: number }>();
  return last?._id ?? 0;
}

/** The visibility mark of an entry; an entry without valid fields is visible to nobody. */
function entryMark({ viewers, type, sources }: FoundEntry): string {
  return visibilityMark({
    shared_with: Array.isArray(viewers) ? viewers.map(Number) : [],
    type: typeof type === 'string' ? type : '',
    sources: Array.isArray(sources) ? sources.map(String) : [],
  });
}
