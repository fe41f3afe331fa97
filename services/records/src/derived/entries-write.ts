import type { Write } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { textEntries } from '../model/record-texts.ts';

/** The write of the entries by which a record is found by its texts. */
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

/** The driver types ids as its own; this collection has numbers. */
function asDocument(value: object): Record<string, unknown> {
  return value as Record<string, unknown>;
}
