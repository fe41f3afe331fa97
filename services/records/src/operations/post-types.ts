import { can, recordsPostTypes } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { grantsOf } from '../access/grants-of.ts';
import type { ReadDeps } from '../read/read-deps.ts';

/** The post types the caller may access. */
export const postTypes = defineHandler(recordsPostTypes, async (call, deps: ReadDeps) => {
  const accessible = deps.postTypes.all().filter(({ key }) => can(call.actor, `access_${key}`));
  return {
    post_types: accessible.map((postType) => ({
      post_type: postType.key,
      label_singular: postType.labelSingular,
      ...(postType.statusField ? { status_field: postType.statusField } : {}),
      grants: [...grantsOf(call.actor, 'list', postType)],
    })),
  };
});
