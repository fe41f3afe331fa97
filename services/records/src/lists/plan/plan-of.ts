import type { Call } from '@svc/service-kit';
import type { ListDeps } from './list-deps.ts';
import { findCandidates } from './find-candidates.ts';
import type { Wanted } from './gather-ids.ts';
import { planList, type Gather, type ListPlan, type PlannedList } from './plan-list.ts';
import { planSifted } from './plan-sifted.ts';

/** Chooses how a list is found, with what the indexes know of it. */
export async function planOf(
  call: Pick<Call, 'deadline'>,
  deps: Pick<ListDeps, 'records' | 'recordTexts' | 'tooMany'>,
  list: PlannedList,
): Promise<ListPlan> {
  const known = new Map<Wanted, readonly number[]>();
  const gather: Gather = async (wanted, among) => {
    const ids =
      (among ? undefined : known.get(wanted)) ??
      (await findCandidates(call, { ...deps, postType: list.postType }, wanted, among));
    if (ids && !among) known.set(wanted, ids);
    return ids;
  };
  return (await planSifted(call, deps, list, { gather, known })) ?? planList(list, gather);
}
