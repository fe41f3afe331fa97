import type { ListQuery } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import type { PostType } from '../post-types/post-type.ts';
import type { ItemPlan } from '../reading/item-plan.ts';
import { loadPage, presentPage } from '../reading/present-page.ts';
import { inSnapshot, type Snapshot } from '../store/in-snapshot.ts';
import { seenBy } from './find-by.ts';
import { findPage, type FoundPage } from './find-page.ts';
import { recentPage } from './find-recent.ts';
import type { ListedQuery } from './list-query.ts';
import { isStillSo, type MadePage } from './made-page.ts';
import { orderPaths } from './order-paths.ts';
import { seenList, type SeenList } from './seen-list.ts';
import { walkOf } from './walks.ts';

type PageCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;

/** A list that somebody reads: what he asked for, and as it was understood. */
export interface ReadList {
  readonly postType: PostType;
  readonly asked: ListQuery;
  readonly query: ListedQuery;
}

/** A page of a list, as it is answered. A first page that is known, and would be the same, is not made again. */
export async function listPage(call: PageCall, deps: RecordsDeps, list: ReadList): Promise<MadePage> {
  const { postType, query } = list;
  const plan = deps.readyItems.planOf(postType, query.shown);
  if (query.recentlyViewed) return makePage(call, deps, plan, (on) => recentPage(on, deps, postType));
  const seen = await seenList(call, deps, postType, query);
  const walk = walkOf(call, postType.key, list.asked);
  const make = () =>
    makePage(call, deps, plan, (on) => findPage({ ...on, walk }, deps, { postType, query, ...seen }));
  const paths = query.offset === 0 ? orderPaths(query.sort) : undefined;
  const page = await (paths ? knownPage(call, deps, { plan, seen, walk, paths }, make) : make());
  if (page.end) await deps.walks.keep(call, walk, page.end);
  return page;
}

interface NamedList {
  readonly plan: ItemPlan;
  readonly seen: SeenList;
  readonly walk: string;
  readonly paths: readonly string[];
}

/** Who may see what is part of the condition, and so of what a page is known by. */
function knownPage(
  call: PageCall,
  deps: RecordsDeps,
  { plan, seen, walk, paths }: NamedList,
  make: () => Promise<MadePage>,
): Promise<MadePage> {
  const { key: postType } = plan.postType;
  const condition = seenBy(seen.grants, seen.found);
  return deps.pages.of({ postType, condition, name: `${walk} ${plan.id}`, paths }, make, (known, since) =>
    isStillSo(call, deps, known, since),
  );
}

type Find = (on: PageCall & { readonly snapshot: Snapshot }) => Promise<FoundPage>;

async function makePage(call: PageCall, deps: RecordsDeps, plan: ItemPlan, find: Find): Promise<MadePage> {
  const { page, total, end } = await inSnapshot(deps.store.connection, async (snapshot) => {
    const found = await find({ ...call, snapshot });
    return { ...found, page: await loadPage({ ...call, snapshot }, deps, plan, found.records) };
  });
  const { json: posts, names, called } = await presentPage(call, deps, page);
  const json = Buffer.concat([Buffer.from('{"posts":'), posts, Buffer.from(`,"total":${total}}`)]);
  return { json, end, ids: page.items.map(({ item }) => item.id), names, called };
}
