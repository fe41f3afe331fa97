import { recordsCountLists } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { countLists as countAll } from '../../lists/count-lists.ts';
import { listedType } from '../../lists/asked-list.ts';

/** The totals of several lists of one type. */
export const countLists = defineHandler(recordsCountLists, async (call, deps: ListDeps) => {
  const postType = listedType(call.actor, deps.postTypes, call.input.post_type);
  return { lists: await countAll(call, deps, postType, call.input) };
});
