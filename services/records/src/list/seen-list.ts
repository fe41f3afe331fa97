import type { Call } from '@svc/service-kit';
import type { Grant } from '../access/grant.ts';
import { listAccess } from '../access/list-access.ts';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import { filterSearch } from './filter-search.ts';
import { allOf, findBy, type Found } from './find-by.ts';
import { conditionsOf } from './find-page.ts';
import type { ListedQuery } from './list-query.ts';

/** What a list is found by: what is asked for, and why its caller sees it. */
export interface SeenList {
  readonly grants: readonly Grant[];
  readonly found: Found;
}

/** What a query asks for of the records that lists show to the caller. */
export async function seenList(
  call: Pick<Call, 'actor' | 'deadline' | 'ask'>,
  deps: RecordsDeps,
  postType: PostType,
  query: Pick<ListedQuery, 'filters' | 'search' | 'mapBounds'>,
): Promise<SeenList> {
  const [{ grants, conditions }, asked] = await Promise.all([
    listAccess(call, deps, postType),
    conditionsOf(call, deps, postType, query),
  ]);
  if (!conditions) return { grants, found: asked };
  const seen = await findBy(conditions, filterSearch(call, deps, postType.key));
  return { grants, found: allOf([asked, seen]) };
}
