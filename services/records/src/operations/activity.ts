import { recordsActivity, ServiceError } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { presentActivity } from '../activity/present-activity.ts';
import type { RecordsDeps } from '../deps.ts';
import { loadRecord } from '../reading/load-record.ts';

/** How many items a page has when `number` is absent (facts of the activity list). */
const defaultNumber = 1_000;

/** The history of a record, newest first; what happened at the same time in the order in which it happened. */
export const activity = defineHandler(recordsActivity, async (call, deps: RecordsDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { id, number = defaultNumber, offset = 0 } = call.input;
  const record = await loadRecord(call, deps, { postType: postType.key, id, action: 'view' });
  if (!record) throw new ServiceError('get_post_activity', `No permissions to read: ${postType.key}`);
  const hidden = [...postType.fields.values()]
    .filter((field) => field.definition.hidden)
    .map((field) => field.key);
  const filter = { recordId: id, listed: true, objectSubtype: { $nin: hidden } };
  const order = { time: -1, version: 1, position: 1 } as const;
  const [rows, total] = await Promise.all([
    number === 0 ? [] : deps.activity.find(filter).sort(order).skip(offset).limit(number).lean(),
    deps.activity.countDocuments(filter),
  ]);
  return { activity: await presentActivity(call, deps, postType, rows), total };
});
