import {
  recordsActivity,
  recordsActivityItem,
  recordsActivityLog,
  recordsLogActivity,
  recordsRevertActivity,
  recordsRevertActivityHistory,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { commaList, isOn } from './coercions.ts';
import { fromBody, fromQuery, inBody, inQuery } from './input-sources.ts';

const reverted = '/{ns}-posts/v2/{post_type}/{id}/revert/{activity_id}';

/** The history of records, and reverting changes (docs/guides/history.md). */
export const historyEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/activity', recordsActivity, {
    ...fromQuery('number', 'offset', 'result_order'),
    revert: inQuery('revert', isOn),
    ...rowsChosen(inQuery),
  }),
  forCallers('GET /{ns}-posts/v2/{post_type}/{id}/activity/{activity_id}', recordsActivityItem, {}),
  forCallers(`POST ${reverted}`, recordsRevertActivity, {}),
  forCallers(`GET ${reverted}`, recordsRevertActivity, {}, { deprecated: 'Use POST.' }),
  forCallers(
    'POST /{ns}-posts/v2/{post_type}/{id}/revert_activity_history',
    recordsRevertActivityHistory,
    rowsChosen(inBody),
  ),
  forCallers('GET /{ns}-users/v1/activity-log', recordsActivityLog, {}),
  forCallers('POST /{ns}-core/v1/activity', recordsLogActivity, {
    ...fromBody('action', 'object_type', 'object_id', 'user_id'),
    ...fromBody('meta_key', 'meta_value', 'object_note'),
  }),
];

/** The period and the kinds of rows. `extra_meta`, which clients also send, asks only for what is always included. */
function rowsChosen(from: typeof inQuery) {
  return {
    ts_start: from('ts_start'),
    ts_end: from('ts_end'),
    actions: from('actions', commaList),
    field_types: from('field_types', commaList),
  };
}
