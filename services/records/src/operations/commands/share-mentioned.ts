import { shareMentioned, usersResolve } from '@svc/contracts';
import { defineCommandHandler } from '@svc/service-kit';
import { askAsSystem, type AskingDeps } from '../../directory/ask-as-system.ts';
import { findCommenters } from '../../directory/find-commenters.ts';
import type { ReadDeps } from '../../read/read-deps.ts';
import { loadRecord } from '../../read/load-record.ts';
import { sharedInHistory } from '../../revision/record-shares.ts';
import type { LockedRevisionPorts } from '../../revision/revision-ports.ts';
import { commitShares } from '../../write/commit-shares.ts';

type Deps = LockedRevisionPorts & AskingDeps & Pick<ReadDeps, 'hooks'>;

/** Shares a record with the users whom a comment mentions and who may access its type, if the author may update the record. */
export const shareMentionedHandler = defineCommandHandler(shareMentioned, async (call, deps: Deps) => {
  const { post_type: postType, record_id: id, author, user_ids: mentioned } = call.input;
  const asAuthor = { ...call, actor: (await findCommenters([author], call, deps))(author) };
  const asked = { user_ids: mentioned, emails: [], capability: `access_${postType}` };
  const { users: found } = await askAsSystem(call, deps, usersResolve, asked);
  const eligible = new Set(found.filter((user) => user.eligible).map((user) => user.id));
  const users = mentioned.filter((userId) => eligible.has(userId));
  return commitShares(asAuthor, deps, {
    id,
    load: () => loadRecord(asAuthor, deps, { postType, id, action: 'update', byUser: true }),
    change: (revision) => sharedInHistory(revision, users),
    answer: { shared_with: users },
  });
});
