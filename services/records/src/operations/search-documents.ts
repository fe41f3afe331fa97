import { recordsSearchDocuments, type SearchDocument } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { visibilityOf } from '../writing/record-event.ts';

/** Records as the search index stores them: those of the given ids, or the next ones after an id. */
export const searchDocuments = defineHandler(recordsSearchDocuments, async (call, deps: RecordsDeps) => {
  const { input } = call;
  const found =
    'ids' in input
      ? deps.records.find({ _id: { $in: input.ids } })
      : deps.records
          .find({ _id: { $gt: input.after } })
          .sort({ _id: 1 })
          .limit(input.limit);
  const records = await readInTime(call.deadline, (maxTimeMS) => found.maxTimeMS(maxTimeMS).lean());
  return { documents: records.map((record) => toDocument(record, deps)) };
});

function toDocument(record: RecordDocument, deps: RecordsDeps): SearchDocument {
  const fields = deps.postTypes.find(record.postType)?.fields.values() ?? [];
  const texts = [...fields].flatMap((field) => {
    const stored = record.fields[field.key];
    const found = stored === undefined ? [] : (field.type.searchTexts?.(stored) ?? []);
    return found.map((text) => ({ field: field.key, text }));
  });
  return {
    id: record._id,
    post_type: record.postType,
    version: record.version,
    name: record.name,
    texts,
    visibility: visibilityOf(record),
  };
}
