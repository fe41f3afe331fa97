import type { Call } from '@svc/service-kit';
import { grantTerms, type GrantTerms } from '../../access/grant.ts';
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
  const terms = grantTerms(grants);
  // By their sources records are not known.
  if (terms.sources.length > 0) return undefined;
  if (!found.isExact || !isAlone || sort.kind !== 'always set' || !isWalked(sort.path)) return undefined;
  const [ids, shared] = await Promise.all([
    gatherTexts(call, deps, postType, candidates),
    sharedOf(terms, gather),
  ]);
  if (ids) known.set(candidates, ids);
  if (!ids || !shared || ids.length > fewToSift) return undefined;
  const open = await siftIds(call, deps, {
    postType,
    ids,
    sort,
    ...(terms.all ? {} : { types: terms.types }),
  });
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
  const { isShared } = grantTerms(list.grants);
  const walked = sort.kind === 'always set' ? walkedIndex(sort.path, isShared) : undefined;
  const isFew = ids.length <= fewFor(list.query) + spare;
  return {
    filter: { $and: [...conditionsOfList(list), { _id: { $in: ids } }] },
    ids,
    total: open.length + shared.length,
    hint: walked && !isFew ? walked : { _id: 1 },
  };
}

/** What is shared with the caller, where it matters; undefined when it is too much. */
async function sharedOf({ users }: GrantTerms, gather: Gather): Promise<ReadonlySet<number> | undefined> {
  const ids = users.length === 0 ? [] : await gather({ sharedWith: users });
  return ids && new Set(ids);
}
