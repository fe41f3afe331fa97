import type { Write } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { textEntries } from './record-texts.ts';

/** The write of the entries by which a record is found by its texts. */
export function entriesWrite(
  deps: Pick<RecordsDeps, 'store' | 'recordTexts'>,
  { _id, postType, searched }: Pick<RecordDocument, '_id' | 'postType' | 'searched'>,
): Write {
  const entries = searched ? textEntries(searched) : [];
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
