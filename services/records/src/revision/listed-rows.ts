import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { RecordDocument } from '../model/record.ts';

/** How many rows of a record's history lists show: the record knows, once they have been counted. */
export async function listedRowsOf(
  { deadline }: Pick<Call, 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  { _id: recordId, listedRows }: Pick<RecordDocument, '_id' | 'listedRows'>,
): Promise<number> {
  if (listedRows !== undefined) return listedRows;
  return readInTime(deadline, (maxTimeMS) =>
    activity.countDocuments({ recordId, listed: true }).maxTimeMS(maxTimeMS),
  );
}
