import { isDeepStrictEqual } from 'node:util';
import type { ListQuery } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ListDeps } from './plan/list-deps.ts';
import type { PostType } from '../model/post-type.ts';
import type { ItemPlan } from '../read/item-plan.ts';
import { loadPage, presentPage } from '../read/present-page.ts';
import { inSnapshot, type Snapshot } from '../store/in-snapshot.ts';
import { seenBy } from './plan/find-by.ts';
import { findPage, type FoundPage } from './find-page.ts';
import { recentPage } from './find-recent.ts';
import type { ListedQuery } from '../query/list-query.ts';
import { changedPath, privateValuesOf } from '../cache/change-log.ts';
import type { MadePage } from '../cache/read-cache.ts';
import { seenList, type SeenList } from './plan/seen-list.ts';
import { type WalkedTo, walkOf } from '../store/list-walks.ts';
import type { ListSort } from '../query/parse-sort.ts';

type PageCall = Pick<Call, 'actor' | 'ask' | 'deadline'>;

/** A list that somebody reads: what he asked for, and as it was understood. */
export interface ReadList {
  readonly postType: PostType;
  readonly asked: ListQuery;
  readonly query: ListedQuery;
}

/** A page of a list, as it is answered. A first page that is known, and would be the same, is not made again. */
export async function listPage(call: PageCall, deps: ListDeps, list: ReadList): Promise<MadePage> {
  const { postType, query } = list;
  const plan = deps.itemPlans.of(postType, query.shown);
  const walk = walkOf(call, postType.key, list.asked);
  const keep = (end: WalkedTo) => deps.walks.keep(call, walk, end);
  if (query.recentlyViewed)
    return makePage(call, deps, plan, { find: (on) => recentPage(on, deps, postType), keep });
  const seen = await seenList(call, deps, postType, query);
  const find: Find = (on) => findPage({ ...on, walk }, deps, { postType, query, ...seen });
  const make = () => makePage(call, deps, plan, { find, keep });
  const paths = query.offset === 0 ? orderPaths(query.sort) : undefined;
  const page = await (paths ? knownPage(call, deps, { plan, seen, walk, paths }, make) : make());
  // A page that was made just now has it kept already.
  if (page.end) await keep(page.end);
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
  deps: ListDeps,
  { plan, seen, walk, paths }: NamedList,
  make: () => Promise<MadePage>,
): Promise<MadePage> {
  const { key: postType } = plan.postType;
  const condition = seenBy(seen.grants, seen.found);
  const asked = { postType, condition, name: `${walk} ${plan.id}`, paths };
  return deps.cache.pages.of(asked, make, (page, since) => isStillSo(call, deps, page, since));
}

/**
 * Whether what a page shows is as it was at that moment, so that the same records are the same page: they and those they name, what the
 * caller alone has in them, and how users and places are called.
 */
async function isStillSo(call: PageCall, deps: ListDeps, page: MadePage, since: number): Promise<boolean> {
  const { ids, names, called } = page;
  const touched = [privateValuesOf(call.actor.userId), ...ids, ...names.records];
  if (!deps.cache.areUntouched(since, touched)) return false;
  const [people, places] = await Promise.all([
    deps.people.names(call, names.people),
    deps.places.names(call.deadline, names.places),
  ]);
  return (
    names.people.every((id) => isDeepStrictEqual(people.get(id), called.people.get(id))) &&
    names.places.every((id) => isDeepStrictEqual(places.get(id), called.places.get(id)))
  );
}

type Find = (on: PageCall & { readonly snapshot: Snapshot }) => Promise<FoundPage>;

/** How a page is found, and where its end is kept. */
interface Finding {
  readonly find: Find;
  readonly keep: (end: WalkedTo) => Promise<void>;
}

function makePage(
  call: PageCall,
  deps: ListDeps,
  plan: ItemPlan,
  { find, keep }: Finding,
): Promise<MadePage> {
  return inSnapshot(deps.store.connection, async (snapshot) => {
    const { records, total, end } = await find({ ...call, snapshot });
    const show = async () => {
      const page = await loadPage({ ...call, snapshot }, deps, plan, records);
      return { page, shown: await presentPage(call, deps, page) };
    };
    // Who has the answer may ask for the next page: its begin is written meanwhile, and waited for.
    const [{ page, shown }] = await Promise.all([show(), end && keep(end)]);
    const { json: posts, names, called } = shown;
    const json = Buffer.concat([Buffer.from('{"posts":'), posts, Buffer.from(`,"total":${total}}`)]);
    return { json, end, ids: page.items.map(({ item }) => item.id), names, called };
  });
}

/** The paths of records that a list is ordered by, as changes are noted; undefined when not they alone say its order. */
function orderPaths(sort: ListSort): readonly string[] | undefined {
  if (sort.kind === 'ranked') return undefined;
  if (sort.kind === 'first named') return ['searched', 'sort.name'];
  return [changedPath(sort.kind === 'always set' ? sort.path : `sort.${sort.field.key}`)];
}
