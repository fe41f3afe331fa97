import { recordsFinishGridReplacement, usersNamedPlaces } from '@svc/contracts';
import { builtInIds } from '@svc/location-grid';
import { defineHandler, type Call } from '@svc/service-kit';
import { askAsSystem } from '../../directory/ask-as-system.ts';
import { finishReplacement } from '../../grid/grid-replacement.ts';
import type { LocationDeps } from '../../locations/location-deps.ts';
import type { Field } from '../../model/field.ts';
import { storageOf } from '../../model/stored-value.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

export const finishGridReplacement = defineHandler(recordsFinishGridReplacement, (call, deps: LocationDeps) =>
  finishReplacement(call.deadline, deps, () => namedPlaces(call, deps)),
);

/** The rows of the built-in grid that records, users and the mapping focus name, and perhaps other rows. */
async function namedPlaces(call: Call, deps: LocationDeps): Promise<readonly number[]> {
  const { deadline } = call;
  const { records, privateValues, postTypes, mappingFocus } = deps;
  const fields = postTypes.declared().flatMap((type) => [...type.fields.values()]);
  const pathsIn = (isPrivate: boolean) => {
    const stored = fields.filter((field) => (storageOf(field) === 'private') === isPrivate);
    return [...new Set(stored.flatMap((field) => pathOf(field) ?? []))];
  };
  const inGrid = (path: string) => ({ [path]: { $gte: builtInIds.first, $lte: builtInIds.last } });
  const named: unknown[][] = await readWithDeadline(deadline, (maxTimeMS) =>
    Promise.all([
      ...pathsIn(false).map((path) => records.distinct(path, inGrid(path), { maxTimeMS })),
      ...pathsIn(true).map((path) => privateValues.distinct(path, inGrid(path), { maxTimeMS })),
    ]),
  );
  const { grid_ids: byUsers } = await askAsSystem(call, deps, usersNamedPlaces, {});
  const { gridIds: focused } = await mappingFocus.stored(deadline);
  return [...named.flat().filter((id) => typeof id === 'number'), ...byUsers, ...focused];
}

/** The path of row ids in the stored value of a field. */
function pathOf({ key, type }: Field): string | undefined {
  if (type.read.placesOf) return `fields.${key}`;
  return type.query?.hasPoints ? `fields.${key}.grid_id` : undefined;
}
