import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { loadRecord } from './load-record.ts';
import type { RecordDocument } from '../store/record-document.ts';

/**
 * A record that the caller may view.
 * @throws ServiceError `get_post`, with the words of a get that is refused.
 */
export async function loadViewed(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records'>,
  postType: PostType,
  id: number,
): Promise<RecordDocument> {
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'view' });
  if (record) return record;
  const kind = postType.labelSingular.toLowerCase();
  throw new ServiceError('get_post', `Sorry, you don't have permission to view the ${kind} with id ${id}.`);
}
