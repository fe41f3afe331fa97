import { recordsCountLists } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { countLists as countAll } from '../list/count-lists.ts';
import { listedType } from '../list/listed-type.ts';

/** The totals of several lists of one type. */
export const countLists = defineHandler(recordsCountLists, async (call, deps: RecordsDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  return { lists: await countAll(call, deps, postType, call.input) };
});
