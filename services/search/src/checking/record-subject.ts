import { createHash } from 'node:crypto';
import type { SearchDocument } from '@svc/contracts';
import { restoreRecords } from '../projection/restore.ts';
import { toRecordState } from '../projection/refresh-records.ts';
import { entryMark } from './entry-mark.ts';
import { highestId } from './highest-id.ts';
import type { Subject, SubjectDeps } from './subject.ts';

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

/** Digests save memory: the texts of a page and of all suspects are long. */
function digestOf(contents: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(contents)).digest('base64url');
}
