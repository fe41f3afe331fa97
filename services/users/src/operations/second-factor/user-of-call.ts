import { ServiceError, type Actor } from '@svc/contracts';
import type { Deps } from '../../compose.ts';
import type { User } from '../../model/user.ts';
import { callingUser } from '../../profile/calling-user.ts';

/**
 * The user who sent a request about their second factor.
 * @throws ServiceError `user_id` for a caller that is not a user, `key_scope` for an API key, also one with administration: a script has no
 * second factor, and its thief must not change that of its user.
 */
export async function userOfCall(call: { readonly actor: Actor }, { users }: Deps<'users'>): Promise<User> {
  const id = callingUser(call.actor);
  if (call.actor.key)
    throw new ServiceError('key_scope', 'An API key does not reach second factors; log in to change yours.');
  return users.changeable(call, () => users.byId(id));
}
