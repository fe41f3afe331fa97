import { usersDisplay } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { StoredComment } from '../store/comment-model.ts';
import type { Author } from './present-item.ts';

/** As many users as one request to users may name. */
const atOnce = 5_000;

/** The users who wrote these comments, by id, as they are called now. */
export async function findAuthors(
  call: Pick<Call, 'ask'>,
  comments: readonly StoredComment[],
): Promise<Map<number, Author>> {
  const ids = [...new Set(comments.map(({ authorId }) => authorId))].filter((id) => id > 0);
  const authors = new Map<number, Author>();
  for (let start = 0; start < ids.length; start += atOnce) {
    const { users } = await call.ask(usersDisplay, { user_ids: ids.slice(start, start + atOnce) });
    for (const user of users) authors.set(user.id, user);
  }
  return authors;
}
