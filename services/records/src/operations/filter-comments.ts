import { recordsFilterComments } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';

/** Comments of a record after the filters of extensions, in the name of who reads them; who may, comments has asked before. */
export const filterComments = defineHandler(recordsFilterComments, async (call, deps: WriteDeps) => {
  const { post_type: postType, id, comments } = call.input;
  return { comments: await deps.hooks.filter('svc_filter_post_comments', call, comments, postType, id) };
});
