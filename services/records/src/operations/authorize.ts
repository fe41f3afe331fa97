import { recordsAuthorize } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import type { ShownRecord } from '../model/record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadPermitted } from '../read/load-record.ts';
import { recordAudience } from '../revision/record-event.ts';

/** Whether the caller may view or update one record, with the properties of the record that the requesting service needs next. */
export const authorize = defineHandler(recordsAuthorize, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, action, with_audience: withAudience, to_comment: toComment } = call.input;
  const record = await loadPermitted(call, deps, { postType, id, action });
  if (!record) return { allowed: false };
  const nothingFollows = toComment && !isFollowed(record, postType, deps);
  // Otherwise `comment-created` notes it.
  if (nothingFollows) deps.recent.workedOn({ userId: call.actor.userId, postType: postType.key }, id);
  const filtersComments = action === 'view' && deps.hooks.hasFilters('svc_filter_post_comments');
  return {
    allowed: true,
    ...(withAudience && { name: record.name, audience: recordAudience(record, deps) }),
    ...(nothingFollows && { nothing_follows: true as const }),
    ...(filtersComments && { filters_comments: true as const }),
  };
});

/** Whether an extension's action follows a comment on the record. */
function isFollowed(record: ShownRecord, { key, fields }: PostType, { hooks }: ReadDeps): boolean {
  return hooks.actsOn(
    'svc_comment_created',
    key,
    (flag) => (record.fields[flag] ?? fields.get(flag)?.definition.default) === true,
  );
}
