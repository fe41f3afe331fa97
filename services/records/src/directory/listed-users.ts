import { usersListable } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { References } from '../model/field-type/write.ts';
import type { ResolvedUsers } from '../model/person.ts';

type ListingCall = Pick<Call, 'actor' | 'ask'>;

/** Which of these users the caller may list; the caller is always included. */
export async function listedUsers(
  { actor, ask }: ListingCall,
  users: readonly number[],
): Promise<ReadonlySet<number>> {
  const others = [...new Set(users)].filter((id) => id > 0 && id !== actor.userId);
  const { user_ids: ids } =
    others.length > 0 ? await ask(usersListable, { user_ids: others }) : { user_ids: [] };
  return new Set([actor.userId, ...ids]);
}

/**
 * The users without those whom a caller names by e-mail and may not list: they count as unknown, so that no answer reveals whether an address
 * has an account.
 */
export async function withoutUnlisted(
  call: ListingCall,
  users: ResolvedUsers,
  named: readonly References[],
): Promise<ResolvedUsers> {
  if (call.actor.kind === 'system') return users;
  const ids = new Set(named.flatMap(({ userIds = [] }) => userIds));
  const byEmail = users.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (byEmail.length === 0) return users;
  const listed = await listedUsers(call, byEmail);
  return users.filter(({ id }) => ids.has(id) || listed.has(id));
}
