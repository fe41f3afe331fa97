import { systemActor, usersActor, type Actor, type CommentAuthor } from '@svc/contracts';
import type { BusCaller } from '@svc/service-kit';
import type { CommitCall } from '@svc/service-kit/store';

/**
 * The authors of comments as actors, for the hooks that run after a comment. They have their current capabilities: a command may wait while
 * its receiver is down, so those it was sent with may be outdated. Deleted users and site links have no capabilities.
 */
export async function findCommenters(
  authors: readonly CommentAuthor[],
  call: Pick<CommitCall, 'deadline'> & { readonly requestId: string },
  caller: Pick<BusCaller, 'call'>,
): Promise<(author: CommentAuthor) => Actor> {
  const userIds = new Set(
    authors.flatMap(({ kind, user_id: id }) => (kind === 'user' && id > 0 ? [id] : [])),
  );
  const context = { caller: systemActor('records'), requestId: call.requestId, deadline: call.deadline };
  const answers = await Promise.all(
    [...userIds].map((id) => caller.call(usersActor, { user_id: id }, context)),
  );
  const users = new Map(answers.flatMap(({ actor }) => (actor ? [[actor.userId, actor] as const] : [])));
  return (author) => users.get(author.user_id) ?? withoutCapabilities(author);
}

/** The system needs none: it may do everything. */
function withoutCapabilities({
  kind,
  user_id: userId,
  display_name: displayName,
  email,
}: CommentAuthor): Actor {
  return { ...systemActor(displayName), kind, userId, email };
}
