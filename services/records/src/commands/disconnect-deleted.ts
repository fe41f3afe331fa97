import { disconnectDeleted } from '@svc/contracts';
import { defineCommandHandler, type CommitCall } from '@svc/service-kit';
import { disconnectAll } from '../connections/disconnect-all.ts';
import type { RecordsDeps } from '../deps.ts';
import { commitRevisions } from '../writing/commit-revisions.ts';

/** Removes the connections of a deleted record, each part in a transaction of its own; the last one ends the command. */
export const disconnectDeletedHandler = defineCommandHandler(
  disconnectDeleted,
  async (call, deps: RecordsDeps) => {
    const { record_id: recordId } = call.input;
    for (let before = 0; ;) {
      const part = await commitPart(call, deps, { recordId, before });
      if (part.isAll) return { removed: part.removed };
      before = part.removed;
    }
  },
);

/** Only the last part is the command's end: the others are done again when they are not followed by it. */
function commitPart(
  call: CommitCall,
  deps: RecordsDeps,
  { recordId, before }: { recordId: number; before: number },
): Promise<{ removed: number; isAll: boolean }> {
  const unclaimed = { ...call, claim: undefined };
  return deps.store.commit(unclaimed, async () => {
    const part = await disconnectAll(call, deps, { recordId, at: new Date() });
    const answer = { removed: before + part.removed, isAll: part.isAll };
    return { ...(await commitRevisions(deps, part, call.actor)), answer };
  });
}
