import type { Registry } from 'prom-client';
import type { Call } from '@svc/service-kit';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { Field } from '../model/field.ts';
import { allOf, listed, seenBy } from '../lists/plan/find-by.ts';
import { inTime } from '../lists/find-page.ts';
import { indexes } from '../store/indexes.ts';
import { KnownAnswers } from '../lists/cache/known-answers.ts';
import type { PlannedList } from '../lists/plan/plan-list.ts';
import { planOf } from '../lists/plan/plan-of.ts';
import type { RecordChanges } from '../store/record-changes.ts';

/** So many records name these rows of the location grid, and no others. */
export interface LocatedTogether {
  readonly gridIds: readonly number[];
  readonly count: number;
}

/** Where the records of lists lie, as far as that is known. */
export type KnownLocated = KnownAnswers<readonly LocatedTogether[]>;

/** The sum of all that are kept. */
const mostKept = 50_000;
/** Somebody who goes from place to place on a map asks the same of each. In milliseconds. */
const toldUnseen = 1_000;

/** Where the records of lists lie, as far as one service knows it. */
export function knownLocated(changes: RecordChanges, registry: Registry): KnownLocated {
  return new KnownAnswers({
    changes,
    registry,
    toldUnseen,
    maxSize: mostKept,
    sizeOf: (located) => 1 + located.length,
    counter: {
      name: 'svc_located_records_total',
      help: 'Where the records of lists lie by where that comes from: known, or gathered.',
      made: 'gathered',
    },
  });
}

/** Where the records of a list lie that have a location: those that name the same places together. */
export function locatedRecords(
  call: Pick<Call, 'deadline'>,
  deps: ListDeps & { readonly located: KnownLocated },
  { list, field }: { list: PlannedList; field: Field },
): Promise<readonly LocatedTogether[]> {
  const path = `fields.${field.key}`;
  const found = allOf([list.found, listed({ condition: { [path]: { $gte: 0 } } })]);
  const asked = { postType: list.postType, condition: seenBy(list.grants, found) };
  return deps.located.of(asked, () =>
    inTime(call, async (maxTimeMS) => {
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
