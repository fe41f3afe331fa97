import { recordsAssignments, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import { loadRecord } from '../../read/load-record.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

type AssignmentsCall = Call<InputOf<typeof recordsAssignments>>;

/** Data for choosing an assignee: the last assignment of each user, and places near the record. */
export const assignments = defineHandler(
  recordsAssignments,
  async (call: AssignmentsCall, deps: LocationDeps) => {
    const [users, places] = await Promise.all([lastAssignments(call, deps), nearbyPlaces(call, deps)]);
    return { users, places };
  },
);

async function lastAssignments({ input, deadline }: AssignmentsCall, { activity }: LocationDeps) {
  const assigned = input.user_ids.map((id) => `user-${id}`);
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    activity
      .aggregate<{ _id: string; time: number }>([
        { $match: { objectSubtype: 'assigned_to', postType: 'contacts', metaValue: { $in: assigned } } },
        { $group: { _id: '$metaValue', time: { $max: '$time' } } },
      ])
      .option({ maxTimeMS }),
  );
  return found.map(({ _id, time }) => ({
    user_id: Number(_id.slice('user-'.length)),
    last_assignment: time,
  }));
}

/** Each containing place once, with its smallest number of levels above one of the wanted places. */
async function nearbyPlaces(call: AssignmentsCall, deps: LocationDeps) {
  const wanted = [...call.input.grid_ids, ...(await placesOfRecord(call, deps))];
  if (wanted.length === 0) return [];
  const grid = await deps.grid.atHand(call.deadline);
  const near = wanted
    .flatMap((id) =>
      grid
        .lineageOf(id)
        .reverse()
        .map(({ gridId, name }, steps) => ({ grid_id: gridId, name, steps })),
    )
    .sort((one, other) => one.steps - other.steps);
  return [...Map.groupBy(near, ({ grid_id: id }) => id).values()].flatMap(([nearest]) => nearest ?? []);
}

async function placesOfRecord(call: AssignmentsCall, deps: LocationDeps): Promise<readonly number[]> {
  const { record: asked } = call.input;
  if (!asked) return [];
  const postType = deps.postTypes.get(asked.post_type);
  const record = await loadRecord(call, deps, { postType: postType.key, id: asked.id, action: 'view' });
  return postType.fields.get('location_grid')?.type.name === 'location'
    ? ((record?.fields['location_grid'] ?? []) as readonly number[])
    : [];
}
