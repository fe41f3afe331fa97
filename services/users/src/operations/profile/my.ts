import { ServiceError, usersMy } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { myProfile } from '../../profile/my-profile.ts';
import { namedParts } from '../../profile/named-parts.ts';
import type { ProfileDeps } from './profile-deps.ts';

export const my = defineHandler(usersMy, async (call, deps: ProfileDeps) => {
  const user = call.actor.kind === 'user' ? await deps.users.byId(call.actor.userId) : null;
  if (!user) throw new ServiceError('get_my_info', 'Something went wrong. Are you a user?');
  const translate = deps.translatorFor(call.actor.locale);
  const { roles, hasPush } = deps;
  return myProfile(user, { roles, translate, hasPush }, await namedParts(call, user, deps.names));
});
