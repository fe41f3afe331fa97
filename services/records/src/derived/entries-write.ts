import type { Write } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { textEntries } from '../model/record-texts.ts';

/** The write of a record's text entries, by which searches for text find it. */
export function entriesWrite(
  deps: Pick<WriteDeps, 'store' | 'recordTexts'>,
  { _id, postType, searchText }: Pick<RecordDocument, '_id' | 'postType' | 'searchText'>,
): Write {
  const entries = searchText ? textEntries(searchText) : [];
  return {
    model: {
      name: 'updateOne',
      namespace: deps.store.namespace(deps.recordTexts),
      filter: asDocument({ _id }),
      update: { $set: { postType, entries } },
      upsert: true,
    },
  };
}

/** The driver types `_id` as ObjectId; this collection uses numbers. */
function asDocument(value: object): Record<string, unknown> {
  return value as Record<string, unknown>;
}
