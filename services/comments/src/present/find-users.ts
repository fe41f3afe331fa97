import { usersDisplay } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';

/** The current name and avatar of a user. */
export interface ShownUser {
  readonly display_name: string;
  readonly avatar: string;
}

/** Maximum number of users in a request to the users service. */
const batchSize = 5_000;

/** The authors of these comments and of their reactions, by user id. */
export async function findUsers(
  call: Pick<Call, 'ask'>,
  comments: readonly StoredComment[],
): Promise<Map<number, ShownUser>> {
  const ids = [...new Set(comments.flatMap(usersOf))].filter((id) => id > 0);
  const found = new Map<number, ShownUser>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const { users } = await call.ask(usersDisplay, { user_ids: ids.slice(start, start + batchSize) });
    for (const user of users) found.set(user.id, user);
  }
  return found;
}

function usersOf({ authorId, reactions = [] }: StoredComment): number[] {
  return [authorId, ...reactions.map(({ userId }) => userId)];
}
