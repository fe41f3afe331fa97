import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { ListDeps } from './plan/list-deps.ts';
import type { ListCall } from './plan/visible-list.ts';

/** The users among these, or all, who share at least one record with the caller. */
export async function collaboratorsOf(
  { actor, deadline, asOf }: Pick<ListCall, 'actor' | 'deadline' | 'asOf'>,
  deps: Pick<ListDeps, 'records' | 'nameIndex'>,
  among?: readonly number[],
): Promise<ReadonlySet<number>> {
  const { userId } = actor;
  if (userId === 0 || among?.length === 0) return new Set();
  const table = among && (await deps.nameIndex.current(asOf));
  if (table) return new Set(among.filter((id) => table.areTogether(userId, id)));
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    deps.records.distinct('sharedWith', { sharedWith: userId }, { maxTimeMS }),
  );
  return new Set(found.map(Number));
}
