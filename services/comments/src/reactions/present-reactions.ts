import type { commentsList, OutputOf } from '@svc/contracts';
import type { ShownUser } from '../present/find-users.ts';
import type { StoredReaction } from '../store/comment-model.ts';

type Reactions = OutputOf<typeof commentsList>['comments'][number]['comment_reactions'];

/** Reactions as lists show them: key → who has it, as they came; an empty list when there are none. */
export function presentReactions(
  reactions: readonly StoredReaction[],
  users: ReadonlyMap<number, ShownUser>,
): Reactions {
  if (reactions.length === 0) return [];
  const byKey = Map.groupBy(reactions, ({ key }) => key);
  return Object.fromEntries(
    [...byKey].map(([key, ofKey]) => [
      key,
      ofKey.map(({ userId, name }) => ({
        name: users.get(userId)?.display_name ?? name,
        user_id: String(userId),
      })),
    ]),
  );
}
