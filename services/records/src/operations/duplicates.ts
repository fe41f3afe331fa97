import { recordsDuplicates } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { findAlike } from '../duplicates/find-alike.ts';
import { loadViewed } from '../reading/load-viewed.ts';

/** The ids of a record's possible duplicates, the likeliest first. */
export const duplicates = defineHandler(recordsDuplicates, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { record } = await loadViewed(call, deps, postType, call.input.id);
  const alike = await findAlike(call, deps, { postType, record });
  return { ids: alike.map(({ id }) => id) };
});
