import { ServiceError, usersMy } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { myProfile } from '../../profile/my-profile.ts';
import type { ProfileDeps } from '../operation-deps.ts';

export const my = defineHandler(usersMy, async (call, deps: ProfileDeps) => {
  const user = call.actor.kind === 'user' ? await deps.users.byId(call.actor.userId) : null;
  if (!user) throw new ServiceError('get_my_info', 'Something went wrong. Are you a user?');
  const translate = deps.translatorFor(call.actor.locale);
  return myProfile(call, user, { ...deps, translate });
});
