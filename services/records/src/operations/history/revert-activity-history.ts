import { recordsRevertActivityHistory } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { asRevertBot } from '../../read/present-activity.ts';
import { revertRowsBetween, writeToRevert } from '../../history/write-to-revert.ts';
import { loadOrRefuse } from '../../read/load-record.ts';
import { updateRecord } from '../../write/write-record.ts';
import { reverting, type WritePorts } from '../../write/write-request.ts';

/** Reverts all changes of a period or none, without notifications: see docs/guides/history.md. */
export const revertActivityHistory = defineHandler(
  recordsRevertActivityHistory,
  async (call, deps: WritePorts) => {
    const postType = deps.postTypes.get(call.input.post_type);
    const { id, ts_start: from, ts_end: to, actions, field_types: fieldTypes } = call.input;
    const load = () => loadOrRefuse(call, deps, { postType: postType.key, id, action: 'revert' });
    const record = await load();
    const rows = await revertRowsBetween(call, deps, { recordId: id, from, to, actions, fieldTypes });
    return updateRecord(call, deps, {
      postType,
      target: { id, load },
      policy: reverting({ silent: true }),
      fields: writeToRevert(rows, postType, record),
      author: asRevertBot(call.actor),
    });
  },
);
