import { createHash } from 'node:crypto';
import type { SearchDocument } from '@svc/contracts';
import { putBackRecords } from '../projection/put-back.ts';
import { toRecordState } from '../projection/refresh-records.ts';
import { entryMark } from './entry-mark.ts';
import { highestId } from './highest-id.ts';
import type { Subject, SubjectDeps } from './subject.ts';

/** Records: by all they say, and who may see it. A version alone says little after records went back to a backup. */
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
          const said = texts.map(({ text }) => text);
          return [_id, inShort([version, postType, name, said, mark])];
        }),
      ),
    told: (entry) => {
      const { version, post_type: postType, name, texts } = entry;
      return inShort([version, postType, name, texts, entryMark(entry)]);
    },
    async repair(ids) {
      await putBackRecords(ids, deps);
      await jobs.do({ recordIds: ids });
    },
  };
}

/** Texts are long, and of a page with what is suspected before it many are kept. */
function inShort(said: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url');
}
