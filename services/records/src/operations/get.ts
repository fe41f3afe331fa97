import { recordsGet } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadState } from '../reading/load-states.ts';
import { loadViewed } from '../reading/load-viewed.ts';
import { presentAnswer } from '../reading/present-answer.ts';

/** One record with its fields. */
export const get = defineHandler(recordsGet, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const record = await loadViewed(call, deps, postType, call.input.id);
  return presentAnswer(call, deps, postType, await loadState(call, deps, postType, record));
});
