import { can, recordsPostTypes } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';

/** The post types the caller may access. */
export const postTypes = defineHandler(recordsPostTypes, async (call, deps: ReadDeps) => {
  const accessible = deps.postTypes.all().filter(({ key }) => can(call.actor, `access_${key}`));
  return {
    post_types: accessible.map(({ key, labelSingular, statusField }) => ({
      post_type: key,
      label_singular: labelSingular,
      ...(statusField ? { status_field: statusField } : {}),
    })),
  };
});
