import { recordsActivity, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { presentActivity } from '../activity/present-activity.ts';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';
import { readInTime } from '../store/read-in-time.ts';

/** How many items a page has when `number` is absent (facts of the activity list), and at most. */
const numbers = { default: 1_000, most: 10_000 };

/** The history of a record, newest first; what happened at the same time in the order in which it happened. */
export const activity = defineHandler(recordsActivity, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, offset = 0 } = call.input;
  const number = Math.min(numbers.most, call.input.number ?? numbers.default);
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'view' });
  if (!record) throw new ServiceError('get_post_activity', `No permissions to read: ${postType.key}`);
  const hidden = [...postType.fields.values()]
    .filter((field) => field.definition.hidden)
    .map((field) => field.key);
  const filter = { recordId: id, listed: true, objectSubtype: { $nin: hidden } };
  const order = { time: -1, version: 1, position: 1 } as const;
  const [rows, total] = await readInTime(call.deadline, (maxTimeMS) => {
    const page = deps.activity.find(filter).sort(order).skip(offset).limit(number);
    return Promise.all([
      number === 0 ? [] : page.maxTimeMS(maxTimeMS).lean(),
      deps.activity.countDocuments(filter).maxTimeMS(maxTimeMS),
    ]);
  });
  return { activity: await presentActivity(call, deps, postType, rows), total };
});
