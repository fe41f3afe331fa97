import { say, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { loadUpdatable } from './load-updatable.ts';

/**
 * A record that the caller may update and whose history he may view: what is wrong with an old value would be told to him.
 * @throws ServiceError `update_post` or `get_post_activity`.
 */
export async function loadRevertible(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'records' | 'hooks'>,
  postType: PostType,
  id: number,
): Promise<RecordDocument> {
  const record = await loadUpdatable(call, deps, postType.key, id);
  if (await accessTo(call, deps, postType, 'view').allows(record)) return record;
  throw new ServiceError('get_post_activity', say`No permissions to read: ${postType.key}`);
}
