import { usersUpdate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';
import { readSettings } from '../../profile/settings/read-settings.ts';

/** Changes the caller's own settings: the token determines the user. */
export const update = defineHandler(usersUpdate, async (call, deps: Deps<'users' | 'roles' | 'names'>) => {
  const { actor, deadline } = call;
  const userId = callingUser(actor);
  const effect = await readSettings(call.input.settings, { actor, deadline, ...deps });
  return deps.users.change(call, { find: () => deps.users.byId(userId), ...effect });
});
