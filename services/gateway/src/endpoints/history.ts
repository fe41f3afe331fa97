import {
  recordsActivity,
  recordsActivityItem,
  recordsActivityLog,
  recordsRevertActivity,
  recordsRevertActivityHistory,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { isOn, toList, type SentValues } from './sent.ts';

/** The history of records, and reverting changes (docs/guides/history.md). */
export const historyEndpoints: readonly Endpoint[] = [
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/{id}/activity',
    recordsActivity,
    ({ params, query, fromQuery }) => ({
      ...params,
      ...fromQuery('number', 'offset'),
      revert: isOn(query['revert']),
      ...timeIn(query),
      result_order: query['result_order'],
    }),
  ),
  forCallers(
    'GET /{ns}-posts/v2/{post_type}/{id}/activity/{activity_id}',
    recordsActivityItem,
    ({ params }) => params,
  ),
  // Some clients revert a change with a GET.
  ...(['GET', 'POST'] as const).map((method) =>
    forCallers(
      `${method} /{ns}-posts/v2/{post_type}/{id}/revert/{activity_id}`,
      recordsRevertActivity,
      ({ params }) => params,
    ),
  ),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/revert_activity_history',
    recordsRevertActivityHistory,
    ({ params, body }) => ({ ...params, ...timeIn(body) }),
  ),
  forCallers('GET /{ns}-users/v1/activity-log', recordsActivityLog, () => ({})),
];

/** The period and the kinds of rows. `extra_meta`, which clients also send, asks only for what is always included. */
function timeIn(sent: SentValues) {
  return {
    ts_start: sent['ts_start'],
    ts_end: sent['ts_end'],
    actions: toList(sent['actions']),
    field_types: toList(sent['field_types']),
  };
}
