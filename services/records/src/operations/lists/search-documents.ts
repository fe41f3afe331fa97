import { recordsSearchDocuments, type SearchDocument } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';
import type { RecordDocument } from '../../model/record.ts';
import { visibilityOf } from '../../revision/record-event.ts';

type SearchedRecord = Pick<RecordDocument, '_id' | 'postType' | 'version' | 'name' | 'sharedWith' | 'fields'>;

const shown = { postType: 1, version: 1, name: 1, sharedWith: 1, fields: 1 } as const;

/** A page ends with the record that brings the texts to more than this total, in UTF-16 code units. */
const largestPage = 2_000_000;

/** Records in the form of the search index: those with the given ids, or the next ones after an id. */
export const searchDocuments = defineHandler(recordsSearchDocuments, async (call, deps: ReadDeps) => {
  const { input, deadline } = call;
  const found =
    'ids' in input
      ? deps.records.find({ _id: { $in: input.ids } }, shown)
      : deps.records
          .find({ _id: { $gt: input.after } }, shown)
          .sort({ _id: 1 })
          .limit(input.limit);
  const most = 'ids' in input ? Infinity : largestPage;
  return readWithDeadline(deadline, async (maxTimeMS) => {
    const records = found.maxTimeMS(maxTimeMS).lean<SearchedRecord>().cursor();
    const documents: SearchDocument[] = [];
    let size = 0;
    for await (const record of records) {
      const document = toDocument(record, deps);
      documents.push(document);
      size += document.texts.reduce((sum, { text }) => sum + text.length, document.name.length);
      if (size > most) break;
    }
    return { documents };
  });
});

function toDocument(record: SearchedRecord, deps: ReadDeps): SearchDocument {
  const fields = deps.postTypes.find(record.postType)?.fields.values() ?? [];
  const texts = [...fields].flatMap((field) => {
    const stored = record.fields[field.key];
    const found = stored === undefined ? [] : (field.type.query?.searchTexts?.(stored) ?? []);
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
