import { systemActor, usersNamedPlaces } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { LocationDeps } from './location-deps.ts';
import type { Field } from '../model/field.ts';
import { storageOf } from '../model/stored-value.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';

type Deps = Pick<LocationDeps, 'records' | 'privateValues' | 'postTypes' | 'mappingFocus' | 'caller'>;

/** The grid rows with ids in a range that records, users and the mapping focus name, and perhaps rows outside the range. */
export async function namedPlaces(
  { deadline, requestId }: Pick<Call, 'deadline' | 'requestId'>,
  { records, privateValues, postTypes, mappingFocus, caller }: Deps,
  range: { readonly first: number; readonly last: number },
): Promise<readonly number[]> {
  const fields = postTypes.declared().flatMap((type) => [...type.fields.values()]);
  const stored = fields.flatMap((field) => {
    const path = pathOf(field);
    return path === undefined ? [] : [{ path, isPrivate: storageOf(field) === 'private' }];
  });
  const inRange = (path: string) => ({ [path]: { $gte: range.first, $lte: range.last } });
  const paths = new Map(stored.map((each) => [`${each.isPrivate} ${each.path}`, each]));
  const named = await Promise.all(
    [...paths.values()].map(({ path, isPrivate }) =>
      readWithDeadline(deadline, async (maxTimeMS): Promise<unknown[]> =>
        isPrivate
          ? privateValues.distinct(path, inRange(path)).maxTimeMS(maxTimeMS)
          : records.distinct(path, inRange(path)).maxTimeMS(maxTimeMS),
      ),
    ),
  );
  const context = { caller: systemActor('records'), requestId, deadline };
  const { grid_ids: byUsers } = await caller.call(usersNamedPlaces, {}, context);
  const { gridIds: focused } = await mappingFocus.stored(deadline);
  return [...named.flat().filter((id) => typeof id === 'number'), ...byUsers, ...focused];
}

/** The path of row ids in the stored value of a field. */
function pathOf({ key, type }: Field): string | undefined {
  if (type.placesOf) return `fields.${key}`;
  return type.hasPoints ? `fields.${key}.grid_id` : undefined;
}
