import { disconnectDeleted } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { disconnectAll } from '../../connections/disconnect-all.ts';
import type { ReadDeps } from '../../read/read-deps.ts';
import type { RevisionPorts } from '../../revision/revision-ports.ts';
import { commitRevisions } from '../../write/commit-revisions.ts';

/**
 * Removes a part of the connections of a deleted record, and in the same transaction queues the command for the next part. So no command
 * takes long, however many connections there are, and none is interrupted midway.
 */
export const disconnectDeletedHandler = defineCommandHandler(
  disconnectDeleted,
  async (call, deps: RevisionPorts & Pick<ReadDeps, 'edges'>) =>
    deps.store.commit(call, async () => {
      const part = await disconnectAll(call, deps, { recordId: call.input.record_id, at: new Date() });
      return {
        ...(await commitRevisions(call, deps, part)),
        commands: part.isAll ? [] : [{ command: disconnectDeleted, input: call.input }],
        answer: { removed: part.removed },
        waitsAtMost: 0,
      };
    }),
);
