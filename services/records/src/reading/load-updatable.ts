import { say, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { loadRecord } from './load-record.ts';

/**
 * A record that the caller may update.
 * @throws ServiceError `update_post`, the same for one that is missing and one that is forbidden.
 */
export async function loadUpdatable(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'hooks'>,
  postType: string,
  id: number,
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, { postType, id, action: 'update' });
  if (record) return record;
  const message = say`You do not have permission to update ${postType} with ID ${id}`;
  throw new ServiceError('update_post', message, { status: 403 });
}
