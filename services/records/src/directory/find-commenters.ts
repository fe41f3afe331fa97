import { systemActor, usersActor, type Actor, type CommentAuthor } from '@svc/contracts';
import { askAsSystem, type AskingCall, type AskingDeps } from './ask-as-system.ts';

/**
 * The authors of comments as actors, for the hooks that run after a comment. They have their current capabilities: a command may wait while
 * its receiver is down, so those it was sent with may be outdated. Deleted users and site links have no capabilities.
 */
export async function findCommenters(
  authors: readonly CommentAuthor[],
  call: AskingCall,
  deps: AskingDeps,
): Promise<(author: CommentAuthor) => Actor> {
  const userIds = new Set(
    authors.flatMap(({ kind, user_id: id }) => (kind === 'user' && id > 0 ? [id] : [])),
  );
  const answers = await Promise.all(
    [...userIds].map((id) => askAsSystem(call, deps, usersActor, { user_id: id })),
  );
  const users = new Map(answers.flatMap(({ actor }) => (actor ? [[actor.userId, actor] as const] : [])));
  return (author) => users.get(author.user_id) ?? withoutCapabilities(author);
}

/** The system needs none: it may do everything. */
function withoutCapabilities({
  kind,
  user_id: userId,
  display_name: name,
  email,
  extension,
}: CommentAuthor): Actor {
  return { ...systemActor(name), kind, userId, email, ...(extension && { extension }) };
}
