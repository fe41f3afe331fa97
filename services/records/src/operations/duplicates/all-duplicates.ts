import { recordsAllDuplicates, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { maxLikelyDuplicates } from '../../duplicates/find-likely-duplicates.ts';
import { PossibleDuplicates } from '../../duplicates/possible-duplicates.ts';
import { loadViewed } from '../../read/load-record.ts';
import { presentItems } from '../../read/present-page.ts';

/** A record's possible duplicates, each with the fields that hold the same value in both. */
export const allDuplicates = defineHandler(recordsAllDuplicates, async (call, deps: DuplicateDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { record } = await loadViewed(call, deps, postType, call.input.id);
  const limit = Math.min(maxLikelyDuplicates, call.input.limit ?? maxLikelyDuplicates);
  const possible = new PossibleDuplicates(call, deps);
  const alike = limit === 0 ? [] : await possible.of({ postType, record, limit });
  const ids = alike.map(({ id }) => id);
  const shown = [...postType.fields.values()];
  const { items: posts } = await presentItems(call, deps, { postType, ids, shown });
  const byId = new Map(posts.map((post) => [post['ID'], post]));
  const items = alike.map(({ id, points, fields }) => ({ ID: id, points, fields, post: byId.get(id) }));
  const shownItems = items.filter(({ post }) => post !== undefined);
  return possible.answer(shownItems as OutputOf<typeof recordsAllDuplicates>);
});
