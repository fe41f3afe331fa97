import type { CommitCall } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import type { RecordDocument } from '../model/record.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { nextVersion, type Revision } from '../revision/revision.ts';

/** A change of the users with whom a record is shared. */
export interface SharesChange<Answer> {
  readonly id: number;
  /** Reads the current record; undefined if nothing is to be done. @throws when the caller may not share it (any more). */
  load(): Promise<RecordDocument | undefined>;
  /** Returns the revision itself if nothing changes. */
  change(revision: Revision): Revision;
  readonly answer: Answer;
}

/** Commits a change of the users with whom a record is shared; writes nothing if there is no change. */
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
