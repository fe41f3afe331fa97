import type { SearchDocument } from '@svc/contracts';
import { visibilityMark } from '../projection/visibility-mark.ts';
import { putBackRecords } from '../rebuilding/put-back.ts';
import type { RebuildDeps } from '../rebuilding/rebuild-deps.ts';
import { highestId } from './highest-id.ts';
import { entryMark } from './entry-mark.ts';
import type { Subject } from './subject.ts';

/** Records: of one version there is one content, and who may see it. */
export function recordSubject(deps: RebuildDeps): Subject<SearchDocument> {
  const { sources, records, jobs } = deps;
  return {
    name: 'records',
    keys: ['version', 'viewers', 'type', 'sources'],
    counts: () => sources.recordCounts(),
    after: (id, limit) => sources.recordsAfter(id, limit),
    byIds: (ids) => sources.records(ids),
    highest: () => highestId(records),
    expected: async (documents) =>
      new Map(
        documents.map(({ id, version, visibility }) => [id, `${version} ${visibilityMark(visibility)}`]),
      ),
    told: (entry) => `${String(entry['version'])} ${entryMark(entry)}`,
    async repair(ids) {
      await putBackRecords(ids, deps);
      await jobs.do({ recordIds: ids });
    },
  };
}
