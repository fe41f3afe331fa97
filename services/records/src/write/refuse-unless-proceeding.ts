import { ServiceError } from '@svc/contracts';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { CreateCall } from './prepare-create.ts';

/** @throws ServiceError `create_post` when an extension does not let a record be created (spec 6.3). */
export async function refuseUnlessProceeding(
  call: CreateCall,
  deps: WriteDeps,
  postType: PostType,
): Promise<void> {
  const { fields } = call.input;
  if (await deps.hooks.filter('svc_create_post_check_proceed', call, true, fields, postType.key)) return;
  throw new ServiceError('create_post', 'Could not create this post. Maybe it already exists', {
    status: 409,
  });
}
