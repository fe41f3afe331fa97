import { recordsViewable, type OutputOf } from '@svc/contracts';
import { defineHandler, utcText } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadViewable } from '../read/load-record.ts';
import { statusFieldOf, statusPaths } from '../read/record-reads.ts';
import type { RecordDocument } from '../model/record.ts';

type HitRecord = OutputOf<typeof recordsViewable>['records'][number];
type ViewedRecord = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'version' | 'fields'>;

/** The given records that the caller may view, in any order. */
export const viewable = defineHandler(recordsViewable, async (call, deps: ReadDeps) => {
  const records = await loadViewable<ViewedRecord>(call, deps, call.input.ids, {
    postType: 1,
    name: 1,
    createdAt: 1,
    version: 1,
    ...statusPaths(deps.postTypes),
  });
  return { records: records.map((record) => hitRecord(record, deps)) };
});

/** A record in the form of search results, with its status if its type has one. */
function hitRecord(record: ViewedRecord, deps: Pick<ReadDeps, 'postTypes'>): HitRecord {
  const field = statusFieldOf(record.postType, deps.postTypes);
  const status = field && record.fields?.[field.key];
  const option = typeof status === 'string' ? field?.options.get(status) : undefined;
  return {
    id: record._id,
    post_type: record.postType,
    name: record.name,
    post_date: utcText(record.createdAt),
    version: record.version,
    ...(typeof status === 'string' ? { status } : {}),
    ...(option ? { status_option: option } : {}),
  };
}
