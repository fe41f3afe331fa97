import { recordsAuthorize } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';

/** Whether the caller may view or update one record. */
export const authorize = defineHandler(recordsAuthorize, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, action } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action });
  return { allowed: record !== undefined };
});
