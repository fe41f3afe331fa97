import { addComments, type AddedComment } from '@svc/contracts';
import type { CommandDraft } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { recordAudience } from '../revision/record-audience.ts';
import type { RecordDocument } from '../model/record.ts';

/** Asks comments to add these to a record, with what is told of the record to who is notified of them. */
export function addCommentsTo(
  record: RecordDocument,
  comments: readonly AddedComment[],
  deps: Pick<ReadDeps, 'postTypes'>,
): CommandDraft {
  const audience = recordAudience(record, deps);
  const input = {
    post_type: record.postType,
    record_id: record._id,
    comments: [...comments],
    record_name: record.name,
    ...(audience && { audience }),
  };
  return { command: addComments, input };
}
