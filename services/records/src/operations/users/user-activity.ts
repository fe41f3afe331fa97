import { recordsUserActivity, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { userActivity as findActivity } from '../../history/user-activity.ts';
import type { ReadDeps } from '../../read/read-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

type ActivityCall = Call<InputOf<typeof recordsUserActivity>>;
type Days = OutputOf<typeof recordsUserActivity>['days'];

const daySeconds = 24 * 60 * 60;

/** Number of days whose actions are counted. */
const countedDays = 365;

/** The actions of a user: the latest on records that the caller may view, and their number on each day of the last year. */
export const userActivity = defineHandler(recordsUserActivity, async (call: ActivityCall, deps: ReadDeps) => {
  const { user_id: userId, parts } = call.input;
  const [items, days] = await Promise.all([
    parts.includes('items') ? findActivity(call, deps, userId) : [],
    parts.includes('days') ? countByDay(call, deps) : [],
  ]);
  return { items, days };
});

/** In UTC, and from the index of actions by user. */
async function countByDay({ input, deadline }: ActivityCall, { activity }: ReadDeps): Promise<Days> {
  const since = Math.floor(Date.now() / 1000) - countedDays * daySeconds;
  const found = await readWithDeadline(deadline, (maxTimeMS) =>
    activity
      .aggregate<{ _id: number; count: number }>([
        { $match: { actorId: input.user_id, time: { $gte: since } } },
        { $group: { _id: { $floor: { $divide: ['$time', daySeconds] } }, count: { $sum: 1 } } },
        { $sort: { _id: 1 } },
      ])
      .option({ maxTimeMS }),
  );
  return found.map(({ _id, count }) => ({ day: dayOf(_id), count }));
}

function dayOf(dayNumber: number): string {
  return new Date(dayNumber * daySeconds * 1000).toISOString().slice(0, 10);
}
