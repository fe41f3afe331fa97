import { systemActor, usersActor, type Actor, type CommentAuthor } from '@svc/contracts';
import type { BusCaller, CommitCall } from '@svc/service-kit';

/** The caller that a commenter was, for the hooks that follow their comment. */
export type CommenterOf = (author: CommentAuthor) => Actor;

/**
 * Who wrote comments, with the capabilities they have now: a command waits as long as its receiver is down, so users is
 * asked instead of trusting what was true when it was sent. A user who is gone, and a site link, hold none.
 */
export async function findCommenters(
  authors: readonly CommentAuthor[],
  call: Pick<CommitCall, 'deadline'> & { readonly requestId: string },
  caller: Pick<BusCaller, 'call'>,
): Promise<CommenterOf> {
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

/** The system needs no capabilities: it holds all of them. */
function withoutCapabilities({
  kind,
  user_id: userId,
  display_name: displayName,
  email,
}: CommentAuthor): Actor {
  return { ...systemActor(displayName), kind, userId, email };
}
