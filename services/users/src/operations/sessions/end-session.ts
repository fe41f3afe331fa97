import { usersEndSession } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';

export const endSession = defineHandler(
  usersEndSession,
  async (call, deps: Deps<'users' | 'sessionStore'>) => {
    const userId = callingUser(call.actor);
    const user = await deps.users.changeable(call, () => deps.users.byId(userId));
    return deps.sessionStore.end(call, user, call.input.id);
  },
);
