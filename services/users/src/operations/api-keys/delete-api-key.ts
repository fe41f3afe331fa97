import { usersDeleteApiKey } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { unknownKey } from '../../api-keys/api-key-store.ts';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';
import { administrator } from '../../roles/account-guard.ts';

/** Ends an API key. To callers who may not end it, it does not exist. */
export const deleteApiKey = defineHandler(
  usersDeleteApiKey,
  async (call, deps: Deps<'apiKeys' | 'users'>) => {
    const { actor, input } = call;
    const own = callingUser(actor);
    return deps.apiKeys.revoke(call, input.id, async (userId) => {
      if (userId !== own && !actor.roles.includes(administrator)) throw unknownKey(input.id);
      return deps.users.changeable(call, () => deps.users.byId(userId));
    });
  },
);
