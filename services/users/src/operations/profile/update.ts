import { ServiceError, usersUpdate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { readSettings } from '../../profile/settings/read-settings.ts';
import type { ProfileDeps } from './profile-deps.ts';

/** Changes the caller's own settings: the token determines the user. */
export const update = defineHandler(usersUpdate, async (call, deps: ProfileDeps) => {
  if (call.actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  const { actor, deadline } = call;
  const effect = await readSettings(call.input.settings, { actor, deadline, ...deps });
  return deps.users.change(call, { find: () => deps.users.byId(actor.userId), ...effect });
});
