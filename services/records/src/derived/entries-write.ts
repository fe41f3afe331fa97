import type { Write } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { writeTo } from '../revision/write-to.ts';
import type { RecordDocument } from '../model/record.ts';
import { textEntries } from '../model/record-texts.ts';

/** The write of a record's text entries, by which searches for text find it. */
export function entriesWrite(
  deps: Pick<WriteDeps, 'store' | 'recordTexts'>,
  { _id, postType, searchText }: Pick<RecordDocument, '_id' | 'postType' | 'searchText'>,
): Write {
  const entries = searchText ? textEntries(searchText) : [];
  const update = { $set: { postType, entries } };
  return writeTo(deps, deps.recordTexts, { name: 'updateOne', filter: { _id }, update, upsert: true });
}
