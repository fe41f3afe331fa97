import { recordsUserCounts } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

interface AssignedCounts {
  readonly _id: number;
  readonly assigned: number;
  readonly update_needed: number;
  readonly new_assigned: number;
  readonly active: number;
}

/** The contacts assigned to each user, and the time of their last action; users without either are left out. */
export const userCounts = defineHandler(recordsUserCounts, async (call, deps: ListDeps) => {
  const { user_ids: ids } = call.input;
  const [counted, acted] = await Promise.all([assignedCounts(call, deps, ids), lastActions(call, deps, ids)]);
  return {
    assigned: counted.map(({ _id, ...counts }) => ({ user_id: _id, ...counts })),
    last_activity: acted,
  };
});

function assignedCounts({ deadline }: Pick<Call, 'deadline'>, deps: ListDeps, ids: readonly number[]) {
  const has = (key: string, value: unknown) => ({
    $sum: { $cond: [{ $eq: [`$fields.${key}`, value] }, 1, 0] },
  });
  const active = { $eq: ['$fields.overall_status', 'active'] };
  const needsUpdate = { $and: [active, { $eq: ['$fields.requires_update', true] }] };
  return readWithDeadline(deadline, (maxTimeMS) =>
    deps.records
      .aggregate<AssignedCounts>([
        {
          $match: { postType: 'contacts', 'fields.type': 'access', 'fields.assigned_to': { $in: [...ids] } },
        },
        {
          $group: {
            _id: '$fields.assigned_to',
            assigned: { $sum: 1 },
            update_needed: { $sum: { $cond: [needsUpdate, 1, 0] } },
            new_assigned: has('overall_status', 'assigned'),
            active: has('overall_status', 'active'),
          },
        },
      ])
      .option({ maxTimeMS }),
  );
}

/** From the index of actions by user, which is in the order of their time. */
async function lastActions({ deadline }: Pick<Call, 'deadline'>, deps: ListDeps, ids: readonly number[]) {
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    deps.activity
      .aggregate<{ _id: number; time: number }>([
        { $match: { actorId: { $in: [...ids], $gt: 0 } } },
        { $sort: { actorId: 1, time: -1 } },
        { $group: { _id: '$actorId', time: { $first: '$time' } } },
      ])
      .option({ maxTimeMS }),
  );
  return found.map(({ _id, time }) => ({ user_id: _id, time }));
}
