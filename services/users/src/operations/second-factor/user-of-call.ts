import type { Actor } from '@svc/contracts';
import type { Deps } from '../../compose.ts';
import type { User } from '../../model/user.ts';
import { callingUser } from '../../profile/calling-user.ts';

/** The user who sent a request. @throws ServiceError `user_id` for a caller that is not a user. */
export async function userOfCall(call: { readonly actor: Actor }, { users }: Deps<'users'>): Promise<User> {
  const id = callingUser(call.actor);
  return users.changeable(call, () => users.byId(id));
}
