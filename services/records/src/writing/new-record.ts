import type { Call } from '@svc/service-kit';
import type { RecordState } from '../reading/stored-value.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { FieldChange } from './parse-request.ts';
import type { RecordWrite } from './revise-records.ts';
import { firstVersion, type Revision } from './revision.ts';
import { writtenBy } from './written-by.ts';

/** What a create begins with: a record of its author, in which nothing is set yet. */
export function newRecord(
  { actor }: Pick<Call, 'actor'>,
  { id, write, silent }: { id: number; write: RecordWrite; silent: boolean },
): { revision: Revision; state: RecordState<RecordDocument> } {
  const now = new Date();
  const first = firstVersion({ id, postType: write.postType.key, authorId: actor.userId, at: now });
  const record = { ...first.record, lastModified: lastModifiedOf(write.changes) ?? now };
  const written = writtenBy(write.changes, { silent });
  return { revision: { ...first, record, written }, state: { record, privately: {}, connected: {} } };
}

/** Only a create may say when the record was last modified: imports know better than the clock. */
function lastModifiedOf(changes: readonly FieldChange[]): Date | undefined {
  const written = changes.find(({ field }) => field.key === 'last_modified');
  return written && new Date(Number(written.change) * 1000);
}
