import { recordsDuplicates } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { PossibleDuplicates } from '../../duplicates/possible-duplicates.ts';
import { loadViewed } from '../../read/load-record.ts';

/** The ids of a record's possible duplicates, the likeliest first. */
export const duplicates = defineHandler(recordsDuplicates, async (call, deps: DuplicateDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { record } = await loadViewed(call, deps, postType, call.input.id);
  const possible = new PossibleDuplicates(call, deps);
  const alike = await possible.of({ postType, record });
  return possible.answer({ ids: alike.map(({ id }) => id) });
});
