import { recordsFilterComments } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';

/** Applies the filters of extensions to comments, in the name of the reader, whose permission comments has already checked. */
export const filterComments = defineHandler(recordsFilterComments, async (call, deps: ReadDeps) => {
  const { post_type: postType, id, comments } = call.input;
  return { comments: await deps.hooks.filter('svc_filter_post_comments', call, comments, postType, id) };
});
