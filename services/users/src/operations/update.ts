import { ServiceError, usersUpdate } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { settingsChange } from '../profile/settings-change.ts';
import type { UsersDeps } from '../users-deps.ts';

export const update = defineHandler(usersUpdate, async (call, deps: UsersDeps) => {
  if (call.actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  const change = settingsChange(call.input.settings);
  return deps.users.change(call, {
    find: () => deps.users.byId(call.actor.userId),
    change: () => change,
    answer: () => true as const,
  });
});
