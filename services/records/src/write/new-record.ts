import type { Call } from '@svc/service-kit';
import type { RecordState } from '../model/stored-value.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordWrite } from './revise-records.ts';
import { firstVersion, type Revision } from '../revision/revision.ts';
import { writtenBy } from '../revision/written-by.ts';

/** What a create begins with: a record of its author, in which nothing is set yet. */
export function newRecord(
  { actor }: Pick<Call, 'actor'>,
  { id, write, silent }: { id: number; write: RecordWrite; silent: boolean },
): { revision: Revision; state: RecordState<RecordDocument> } {
  const first = firstVersion({ id, postType: write.postType.key, authorId: actor.userId, at: new Date() });
  const written = writtenBy(write.changes, { silent });
  const state = { record: first.record, privately: {}, connected: {} };
  return { revision: { ...first, written }, state };
}
