import { type ErrorCode, type Message, msg } from '@svc/contracts';
import { type Call, invalidParam } from '@svc/service-kit';
import type { CommitCall } from '@svc/service-kit/store';
import type { RecordDocument } from '../model/record.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { commitLocked } from '../revision/record-locks.ts';
import { nextVersion, type Revision } from '../revision/revision.ts';
import type { LockedRevisionPorts } from '../revision/revision-ports.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { commitRevisions } from './commit-revisions.ts';

interface SharesChange<Answer> {
  readonly id: number;
  /** Reads the current record; undefined if nothing is to be done. @throws when the caller may not, or may no longer, share it. */
  load(): Promise<RecordDocument | undefined>;
  /** Returns the revision itself if nothing changes. */
  change(revision: Revision): Revision;
  readonly answer: Answer;
}

/** Commits a change of the users with whom a record is shared; writes nothing if there is no change. */
export function commitShares<Answer>(
  call: CommitCall,
  deps: LockedRevisionPorts,
  { id, load, change, answer }: SharesChange<Answer>,
): Promise<Answer> {
  const build = async () => {
    const read = await load();
    const start = read && nextVersion(read, new Date());
    const revision = start && change(start);
    if (!revision || revision === start) return { writes: [], answer };
    return { ...(await commitRevisions(call, deps, { revisions: [revision], writes: [] })), answer };
  };
  return commitLocked(call, deps, [id], build);
}

/** Sharing a record with a user also loads the record, and the user. */
export type SharePorts = LockedRevisionPorts & Pick<ReadDeps, 'hooks' | 'people'>;

type ShareCall = Call<{ readonly post_type: string; readonly id: number; readonly user_id: number }>;

/**
 * Changes whether a record is shared with a user, for users who may update it.
 * @throws ServiceError the given refusal to other callers; `rest_invalid_param` for the id of nobody, unless the record is already shared
 * with that id: then the user may have been deleted.
 */
export async function changeShare(
  call: ShareCall,
  deps: SharePorts,
  refusal: { readonly code: ErrorCode; readonly message: Message },
  change: SharesChange<1>['change'],
): Promise<1> {
  const { id, user_id: userId } = call.input;
  const { key: postType } = deps.postTypes.get(call.input.post_type);
  const load = () => loadOrRefuse(call, deps, { postType, id, action: 'update', byUser: true, ...refusal });
  const { sharedWith } = await load();
  if (!sharedWith.includes(userId)) {
    const found = await deps.people.resolve(call, { userIds: [userId], emails: [], postType });
    if (found.length === 0) throw invalidParam({ user_id: msg`user_id: no user has the id ${userId}` });
  }
  return commitShares(call, deps, { id, load, change, answer: 1 });
}
