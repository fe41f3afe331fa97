import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { conditionsOf, inTime } from '../list/find-page.ts';
import { parseListQuery } from '../list/parse-list-query.ts';
import { planOf } from '../list/plan-of.ts';
import { seenList, type SeenList } from '../list/seen-list.ts';
import type { PostType } from '../post-types/post-type.ts';
import { compactPaths, type CompactRecord } from './compact-record.ts';

/** How many records a picker shows. */
export const mostPicked = 50;

const page = {
  sort: { kind: 'always set', path: 'lastModified', direction: -1 },
  offset: 0,
  limit: mostPicked,
} as const;

/**
 * The records that lists show to the caller, or all of them, whose names contain a text, the last modified first; without a text those
 * with any name.
 */
export async function findByName(
  call: Pick<Call, 'actor' | 'deadline' | 'ask' | 'log' | 'requestId'>,
  deps: RecordsDeps,
  postType: PostType,
  { text, listsAll }: { text: string; listsAll: boolean },
): Promise<readonly CompactRecord[]> {
  const wanted = { text, fields_to_search: ['name'], sort: '-last_modified', limit: mostPicked };
  const asked = await deps.hooks.filter('svc_search_viewable_posts_query', call, wanted, postType.key);
  const query = parseListQuery(asked, postType);
  const seen: SeenList = listsAll
    ? { grants: [{ kind: 'all' }], found: await conditionsOf(call, deps, postType, query) }
    : await seenList(call, deps, postType, query);
  return inTime(call, async (maxTimeMS) => {
    const planned = { postType: postType.key, ...seen, query: page };
    const plan = await planOf(call, deps, planned);
    return deps.records
      .find(plan.filter, compactPaths(postType))
      .sort({ lastModified: -1, _id: -1 })
      .limit(mostPicked)
      .setOptions({ maxTimeMS, ...(plan.hint ? { hint: plan.hint } : {}) })
      .lean<CompactRecord[]>();
  });
}
