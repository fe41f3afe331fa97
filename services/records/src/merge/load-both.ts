import { msg, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { PostType } from '../model/post-type.ts';
import { loadState } from '../read/load-states.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import type { RecordDocument } from '../model/record.ts';
import type { MergedStates } from './merge.ts';

/**
 * The current state of the two records of a merge.
 * @throws ServiceError when the caller may not update both, or the duplicate cannot be archived.
 */
export async function loadBoth(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: DuplicateDeps,
  postType: PostType,
  ids: { primary: number; archiving: number },
): Promise<MergedStates> {
  const load = (id: number) => loadOrRefuse(call, deps, { postType: postType.key, id, action: 'update' });
  const primary = await load(ids.primary);
  const archiving = await load(ids.archiving);
  refuseUser(postType, archiving);
  return {
    primary: await loadState(call, deps, postType, primary),
    archiving: await loadState(call, deps, postType, archiving),
  };
}

/** A contact that represents a user cannot be archived: the user would be left without a contact. */
function refuseUser({ userField = '' }: PostType, { _id: id, fields }: RecordDocument): void {
  if (!fields[userField]) return;
  const message = msg`The contact ${id} represents a user; make it the primary record.`;
  throw new ServiceError('update_post', message, { status: 400 });
}
