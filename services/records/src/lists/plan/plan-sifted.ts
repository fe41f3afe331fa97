import type { Call } from '@svc/service-kit';
import type { Grant } from '../../access/grant.ts';
import type { ListDeps } from './list-deps.ts';
import { gatherTexts } from './gather-texts.ts';
import type { Wanted } from './gather-ids.ts';
import { isWalked, walkedIndex } from '../../store/indexes.ts';
import { conditionsOfList, fewFor, type Gather, type ListPlan, type PlannedList } from './plan-list.ts';
import { siftIds } from './sift-ids.ts';

type Deps = Pick<ListDeps, 'records' | 'recordTexts' | 'tooMany'>;

/** Looking up more of them takes longer than a walk. */
const fewToSift = 5_000;

/** So many more than a page are read: some may be gone, or changed, by the time it is. */
const spare = 10;

/**
 * Plans a list whose candidates are just what it asks for, a text that names or channels contain: which of them its caller sees, in which
 * order and how many, is read from one index. So a list reads the records that it shows, and no others. Undefined for other lists; what was
 * gathered for them is then `known`.
 */
export async function planSifted(
  call: Pick<Call, 'deadline'>,
  deps: Deps,
  list: PlannedList,
  { gather, known }: { gather: Gather; known: Map<Wanted, readonly number[]> },
): Promise<ListPlan | undefined> {
  const { found, grants, postType, query } = list;
  const { sort } = query;
  const [candidates, ...more] = found.candidates;
  const isAlone = candidates !== undefined && more.length === 0;
  // By their sources records are not known.
  if (grants.some(({ kind }) => kind === 'contact sources')) return undefined;
  if (!found.isExact || !isAlone || sort.kind !== 'always set' || !isWalked(sort.path)) return undefined;
  const [ids, shared] = await Promise.all([
    gatherTexts(call, deps, postType, candidates),
    sharedOf(grants, gather),
  ]);
  if (ids) known.set(candidates, ids);
  if (!ids || !shared || ids.length > fewToSift) return undefined;
  const open = await siftIds(call, deps, { postType, ids, sort, ...openTypes(grants) });
  const others = new Set(ids.filter((id) => shared.has(id)));
  for (const id of open) others.delete(id);
  return planOfIds(list, { open, shared: [...others] });
}

/** The list has these records: those that are open to its caller, and others that are shared with him. */
function planOfIds(
  list: PlannedList,
  { open, shared }: { open: readonly number[]; shared: readonly number[] },
): ListPlan {
  const { offset, limit, sort } = list.query;
  const isFirst = offset === 0 && limit > 0;
  const ids = [...(isFirst ? open.slice(0, limit + spare) : open), ...shared];
  const isShared = list.grants.every(({ kind }) => kind === 'shared');
  const walked = sort.kind === 'always set' ? walkedIndex(sort.path, isShared) : undefined;
  const isFew = ids.length <= fewFor(list.query) + spare;
  return {
    filter: { $and: [...conditionsOfList(list), { _id: { $in: ids } }] },
    ids,
    total: open.length + shared.length,
    hint: walked && !isFew ? walked : { _id: 1 },
  };
}

/** The types of contacts that a caller sees, where that is not all. */
function openTypes(grants: readonly Grant[]): { types?: readonly string[] } {
  if (grants.some(({ kind }) => kind === 'all')) return {};
  return { types: grants.flatMap((grant) => (grant.kind === 'contact types' ? grant.types : [])) };
}

/** What is shared with the caller, where it matters; undefined when it is too much. */
async function sharedOf(grants: readonly Grant[], gather: Gather): Promise<ReadonlySet<number> | undefined> {
  const users = grants.flatMap((grant) => (grant.kind === 'shared' ? [grant.userId] : []));
  if (users.length === 0 || grants.some(({ kind }) => kind === 'all')) return new Set();
  const ids = await gather({ sharedWith: users });
  return ids && new Set(ids);
}
