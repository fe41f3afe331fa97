import type { CommitCall } from '@svc/service-kit';
import type { CommentsDeps } from '../deps.ts';
import { deleteCommentsOf, type OfRecord } from './delete-comments-of.ts';

/**
 * Deletes the comments of a record that may have been deleted while they were written, too late for the purge to find
 * them. They are committed: that this can not be told is no answer to the request.
 */
export async function goWithRecord(record: OfRecord, call: CommitCall, deps: CommentsDeps): Promise<void> {
  try {
    if (await deps.deletedRecords.exists({ _id: record.recordId }))
      await deleteCommentsOf(record, call, deps);
  } catch (error) {
    call.log.error({ err: error, recordId: record.recordId }, 'comments of a deleted record may be left');
  }
}
