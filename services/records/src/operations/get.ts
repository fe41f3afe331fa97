import { recordsGet } from '@svc/contracts';
import { AnswerWith, defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadViewed } from '../read/load-record.ts';
import { presentAnswer } from '../read/present-record.ts';

/** One record with its fields. */
export const get = defineHandler(recordsGet, async (call, deps: ReadDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const state = await loadViewed(call, deps, postType, call.input.id);
  const answer = await presentAnswer(call, deps, postType, state);
  // A script reads for nobody in particular: for the user, the record and its notifications stay unread.
  if (call.input.is_view && !call.actor.key)
    deps.recent.viewed({ userId: call.actor.userId, postType: postType.key }, state.record._id);
  return new AnswerWith({ version: state.record.version }, answer);
});
