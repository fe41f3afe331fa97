import { recordsNeededUpdates } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

/** The number of contacts per assignee that need an update, for those who assign more contacts. */
export const neededUpdates = defineHandler(recordsNeededUpdates, async (call, deps: ListDeps) => {
  const wanted = {
    postType: 'contacts',
    'fields.requires_update': true,
    'fields.assigned_to': { $in: call.input.user_ids },
  };
  const counted = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records
      .aggregate<{ _id: number; count: number }>([
        { $match: wanted },
        { $group: { _id: '$fields.assigned_to', count: { $sum: 1 } } },
      ])
      .option({ maxTimeMS }),
  );
  return { users: counted.map(({ _id, count }) => ({ user_id: _id, count })) };
});
