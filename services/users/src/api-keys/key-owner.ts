import type { Actor } from '@svc/contracts';
import type { User } from '../model/user.ts';
import { callingUser } from '../profile/calling-user.ts';
import { administrator, refused } from '../roles/account-guard.ts';
import type { UserStore } from '../store/user-store.ts';

/**
 * The user whose keys a request concerns: the caller, or for administrators another user.
 * @throws ServiceError `no_permissions` for another user and a caller who is not an administrator, `user_id` when there is no such user.
 */
export async function keyOwner(
  call: { readonly actor: Actor },
  { users }: { readonly users: UserStore },
  wanted: number | undefined,
): Promise<User> {
  const { actor } = call;
  const id = wanted ?? callingUser(actor);
  if (id !== callingUser(actor) && !actor.roles.includes(administrator))
    throw refused('Only an administrator may administer the API keys of other users.');
  return users.changeable(call, () => users.byId(id));
}
