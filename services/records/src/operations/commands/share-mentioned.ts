import { randomUUID } from 'node:crypto';
import { shareMentioned, systemActor, usersResolve } from '@svc/contracts';
import { defineCommandHandler, type CommandCall } from '@svc/service-kit';
import type { z } from 'zod';
import type { WriteDeps } from '../../revision/write-deps.ts';
import { findCommenters } from '../../directory/find-commenters.ts';
import { loadRecord } from '../../read/load-record.ts';
import { commitShares } from '../../write/commit-shares.ts';
import { sharedInHistory } from '../../revision/record-shares.ts';

type Mentioned = z.infer<typeof shareMentioned.input>;

/** Shares a record with the users whom a comment mentions and who may access its type, if the author may update the record. */
export const shareMentionedHandler = defineCommandHandler(shareMentioned, async (call, deps: WriteDeps) => {
  const { post_type: postType, record_id: id, author } = call.input;
  const asking = { ...call, requestId: randomUUID() };
  const actor = (await findCommenters([author], asking, deps.caller))(author);
  const users = await usersToShareWith(asking, deps);
  const asAuthor = { ...call, actor };
  return commitShares(asAuthor, deps, {
    id,
    load: () => loadRecord(asAuthor, deps, { postType, id, action: 'update' }),
    change: (revision) => sharedInHistory(revision, users),
    answer: { shared_with: users },
  });
});

async function usersToShareWith(
  { input, requestId, deadline }: CommandCall<Mentioned> & { readonly requestId: string },
  { caller }: Pick<WriteDeps, 'caller'>,
): Promise<number[]> {
  const asked = { user_ids: input.user_ids, emails: [], capability: `access_${input.post_type}` };
  const context = { caller: systemActor('records'), requestId, deadline };
  const { users } = await caller.call(usersResolve, asked, context);
  const eligible = new Set(users.filter((user) => user.eligible).map(({ id }) => id));
  return input.user_ids.filter((userId) => eligible.has(userId));
}
