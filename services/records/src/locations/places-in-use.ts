import type { Call } from '@svc/service-kit';
import { storageOf } from '../model/stored-value.ts';
import { indexes } from '../store/indexes.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { LocationDeps } from './location-deps.ts';

type Deps = Pick<LocationDeps, 'postTypes' | 'records' | 'cache'>;
type ReadCall = Pick<Call, 'deadline'>;

/** The places that records of any type name, including records that the caller may not view (docs/guides/locations.md#searching-places). */
export async function placesInUse(call: ReadCall, deps: Deps): Promise<ReadonlySet<number>> {
  const used = deps.postTypes.all().flatMap(({ key, fields }) => {
    const located = [...fields.values()].filter(
      (field) => field.type.read.placesOf !== undefined && storageOf(field) === 'record',
    );
    return located.map((field) => placesNamedIn(call, deps, key, `fields.${field.key}`));
  });
  return new Set((await Promise.all(used)).flat());
}

function placesNamedIn(
  { deadline }: ReadCall,
  deps: Deps,
  postType: string,
  path: string,
): Promise<readonly number[]> {
  const condition = { [path]: { $gte: 0 } };
  return deps.cache.usedPlaces.of({ postType, condition }, async () => {
    const together = await readWithDeadline(deadline, (maxTimeMS) =>
      deps.records
        .aggregate<{ _id: readonly number[] }>([
          { $match: { postType, ...condition } },
          { $group: { _id: `$${path}` } },
        ])
        .option({ maxTimeMS, hint: indexes.fields }),
    );
    return [...new Set(together.flatMap(({ _id: gridIds }) => gridIds))];
  });
}
