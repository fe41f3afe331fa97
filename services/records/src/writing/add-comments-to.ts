import { addComments, type AddedComment } from '@svc/contracts';
import type { CommandDraft } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { recordAudience } from '../sharing/record-audience.ts';
import type { RecordDocument } from '../store/record-document.ts';

/** Asks comments to add these to a record, with what is told of the record to who is notified of them. */
export function addCommentsTo(
  record: RecordDocument,
  comments: readonly AddedComment[],
  deps: Pick<RecordsDeps, 'postTypes'>,
): CommandDraft {
  const audience = recordAudience(record, deps);
  const input = {
    ...{ post_type: record.postType, record_id: record._id, comments: [...comments] },
    ...{ record_name: record.name, ...(audience && { audience }) },
  };
  return { command: addComments, input };
}
