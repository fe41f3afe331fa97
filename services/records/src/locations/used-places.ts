import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Field } from '../model/field.ts';
import { indexes } from '../store/indexes.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';

type Deps = Pick<ReadDeps, 'records' | 'postTypes' | 'cache'>;

/** The places that records of any type name, whoever may see the records (docs/locations.md#searching-places). */
export async function placesInUse(call: Pick<Call, 'deadline'>, deps: Deps): Promise<ReadonlySet<number>> {
  const located = deps.postTypes
    .all()
    .flatMap((postType) =>
      [...postType.fields.values()].filter(isLocated).map((field) => ({ postType, field })),
    );
  const used = await Promise.all(located.map((each) => placesNamedIn(call, deps, each)));
  return new Set(used.flat());
}

/** Whether the field's stored value is a list of grid rows. */
function isLocated(field: Field): boolean {
  return field.type.placesOf !== undefined && storageOf(field) === 'record';
}

function placesNamedIn(
  { deadline }: Pick<Call, 'deadline'>,
  deps: Deps,
  { postType: { key: postType }, field }: { postType: PostType; field: Field },
): Promise<readonly number[]> {
  const path = `fields.${field.key}`;
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
