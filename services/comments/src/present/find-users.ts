import { usersDisplay } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';

/** Who a user is now. */
export interface ShownUser {
  readonly display_name: string;
  readonly avatar: string;
}

/** As many users as one request to users may name. */
const batchSize = 5_000;

/** The users who wrote these comments or reacted to them, by id, as they are called now. */
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
