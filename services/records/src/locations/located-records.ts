import type { Call } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { Field } from '../model/field.ts';
import { allOf, listed, visibleTo } from '../lists/plan/find-by.ts';
import { inTurn } from '../lists/find-page.ts';
import { indexes } from '../store/indexes.ts';
import type { LocatedTogether } from '../cache/read-cache.ts';
import type { PlannedList } from '../lists/plan/plan-list.ts';
import { planOf } from '../lists/plan/plan-of.ts';

/** The locations of a list's records: for each set of places, the number of records that name exactly these. */
export function locatedRecords(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: ListDeps,
  { list, field }: { list: PlannedList; field: Field },
): Promise<readonly LocatedTogether[]> {
  const path = `fields.${field.key}`;
  const found = allOf([list.found, listed({ condition: { [path]: { $gte: 0 } } })]);
  const asked = { postType: list.postType, condition: visibleTo(list.grants, found) };
  return deps.cache.located.of(asked, () =>
    inTurn(call, deps, async (maxTimeMS) => {
      const { filter, ids } = await planOf(call, deps, { ...list, found });
      return deps.records
        .aggregate<LocatedTogether>([
          { $match: filter },
          { $group: { _id: `$${path}`, count: { $sum: 1 } } },
          { $project: { _id: 0, gridIds: '$_id', count: 1 } },
        ])
        .option({ maxTimeMS, hint: ids ? { _id: 1 } : indexes.fields });
    }),
  );
}
