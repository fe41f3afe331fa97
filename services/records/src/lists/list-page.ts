import type { ListQuery } from '@svc/contracts';
import type { PostType } from '../model/post-type.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { parseListQuery } from '../query/parse-list-query.ts';
import { parseNestedFields, type NestedFields } from '../read/nested-fields.ts';
import { cursorKeyOf } from '../store/page-cursors.ts';
import { recentPage } from './asked-list.ts';
import { findPage } from './find-page.ts';
import { decodeCursor } from './list-cursor.ts';
import { makePage, type PageForm } from './make-page.ts';
import type { ListDeps } from './plan/list-deps.ts';
import { visibleList, type ListCall } from './plan/visible-list.ts';
import { reusedPage } from './reused-page.ts';

/** A request for a page of a list. */
interface PageRequest {
  readonly postType: PostType;
  readonly query: ListQuery;
  /** Whether the answer has cursors even if the query has none. */
  readonly hasCursors: boolean;
  /** Whether `ID` is a string. */
  readonly hasTextIds: boolean;
  /** Whether the total is counted even if the query leaves it out. */
  readonly isCounted: boolean;
}

interface AnsweredPage {
  readonly json: Buffer;
  /** The fields of connected records and users that the request adds to its items (`read/expand-items.ts`). */
  readonly nested: readonly NestedFields[];
}

/**
 * Answers a page of the records that the caller may see: `{posts, total, next_cursor, previous_cursor}` as JSON. Behind it are the plan of
 * the query, the name index, the cache of pages and the form of items (docs/internals/lists.md).
 * @throws ServiceError `rest_invalid_param` for a query or cursor that the list language does not have.
 */
export async function listPage(
  received: ListCall,
  deps: ListDeps,
  request: PageRequest,
): Promise<AnsweredPage> {
  // All reads of one page share what has been read of the change stream since the request.
  const call = { ...received, asOf: performance.now() };
  const { postType, hasTextIds } = request;
  const parsed = parseListQuery(request.query, postType);
  const { cursor } = parsed;
  const cursorKey = cursorKeyOf(call, postType.key, request.query);
  const query = {
    ...parsed,
    place: cursor === undefined ? undefined : decodeCursor(cursor, cursorKey),
    isCounted: parsed.isCounted || request.isCounted,
  };
  const nested = parseNestedFields(query.paths, postType, deps.postTypes);
  const plan = deps.itemPlans.of(postType, query.shown);
  const form = { plan, cursorKey, hasTextIds, hasCursors: request.hasCursors || cursor !== undefined };
  const { json } = query.recentlyViewed
    ? await makePage(call, deps, form, (on) => recentPage(on, deps, postType))
    : await queriedPage(call, deps, query, form);
  return { json, nested };
}

/** A page of a query's result. */
async function queriedPage(call: ListCall, deps: ListDeps, query: ListedQuery, form: PageForm) {
  const { postType } = form.plan;
  const { cursorKey } = form;
  const seen = await visibleList(call, deps, postType, query);
  const page = await reusedPage(call, deps, { ...form, query, seen }, () =>
    makePage(call, deps, form, (on) => findPage({ ...on, cursorKey }, deps, { postType, query, ...seen })),
  );
  // `makePage` has already stored the cursor of a new page.
  if (page.end) await deps.cursors.keep(call, cursorKey, page.end);
  return page;
}
