import { recordsGet } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadViewed } from '../reading/load-viewed.ts';
import { presentAnswer } from '../reading/present-answer.ts';

/** One record with its fields. */
export const get = defineHandler(recordsGet, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const state = await loadViewed(call, deps, postType, call.input.id);
  const answer = await presentAnswer(call, deps, postType, state);
  if (call.input.is_view)
    deps.recent.viewed({ userId: call.actor.userId, postType: postType.key }, state.record._id);
  return answer;
});
