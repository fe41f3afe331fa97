import { recordsAuthorize } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadRecord } from '../read/load-record.ts';
import { recordAudience } from '../revision/record-event.ts';

/** Whether the caller may view or update one record, and what who asks for them needs to know of it then. */
export const authorize = defineHandler(recordsAuthorize, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, action, with_audience: withAudience } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action });
  if (!record) return { allowed: false };
  const filtersComments = action === 'view' && deps.hooks.hasFilters('svc_filter_post_comments');
  return {
    allowed: true,
    ...(withAudience && { name: record.name, audience: recordAudience(record, deps) }),
    ...(filtersComments && { filters_comments: true as const }),
  };
});
