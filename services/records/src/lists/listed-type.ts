import { can, ServiceError, type Actor } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import type { PostTypes } from '../post-types/post-types.ts';

/**
 * A post type whose records the caller may list.
 * @throws ServiceError `rest_invalid_param` for an undeclared type, `search_viewable_post` without access to it.
 */
export function listedType(actor: Actor, postTypes: PostTypes, key: string): PostType {
  const postType = postTypes.get(key);
  if (can(actor, `access_${postType.key}`)) return postType;
  throw new ServiceError('search_viewable_post', 'You do not have access to these', { status: 403 });
}
