import { say, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ViewedState } from './record-reads.ts';

/**
 * A record that the caller may view, as he reads it.
 * @throws ServiceError `get_post`, with the words of a get that is refused.
 */
export async function loadViewed(
  { actor, deadline }: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<RecordsDeps, 'reads' | 'hooks'>,
  postType: PostType,
  id: number,
): Promise<ViewedState> {
  const { grants, among } = accessTo({ actor }, deps, postType, 'view');
  const found = await deps.reads.viewed.of({ id, postType, grants, userId: actor.userId }, deadline);
  if (found && (await among([found.record])).length > 0) return found;
  const kind = postType.labelSingular.toLowerCase();
  throw new ServiceError(
    'get_post',
    say`Sorry, you don't have permission to view the ${kind} with id ${id}.`,
  );
}
