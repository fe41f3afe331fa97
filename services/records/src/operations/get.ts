import { recordsGet, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';
import { loadState } from '../reading/load-states.ts';
import { presentAnswer } from '../reading/present-answer.ts';

/** One record with its fields. */
export const get = defineHandler(recordsGet, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'view' });
  if (record) {
    const state = await loadState(call, deps, postType, record);
    return presentAnswer(call, deps, postType, state);
  }
  const kind = postType.labelSingular.toLowerCase();
  throw new ServiceError('get_post', `Sorry, you don't have permission to view the ${kind} with id ${id}.`);
});
