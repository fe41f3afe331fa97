import type { CommitCall } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { nextVersion, type Revision } from '../revision/revision.ts';

/** A change of whom a record is shared with. */
export interface SharesChange<Answer> {
  readonly id: number;
  /** Reads the record as it is now. @throws when it may not be shared (any more). Undefined: there is nothing to do. */
  load(): Promise<RecordDocument | undefined>;
  /** The same revision when nothing changes. */
  change(revision: Revision): Revision;
  readonly answer: Answer;
}

/** Writes a change of whom a record is shared with; where there is none, nothing. */
export function commitShares<Answer>(
  call: CommitCall,
  deps: WriteDeps,
  { id, load, change, answer }: SharesChange<Answer>,
): Promise<Answer> {
  const build = async () => {
    const read = await load();
    const start = read && nextVersion(read, new Date());
    const revision = start && change(start);
    if (!revision || revision === start) return { writes: [], answer };
    return { ...(await commitRevisions(call, deps, { revisions: [revision], writes: [] })), answer };
  };
  return deps.recordLocks.run([id], call.deadline, (_waited, end) => deps.store.commit(call, build, end));
}
