import { ServiceError, usersMy } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { myProfile } from '../../profile/my-profile.ts';
import { showsPush } from '../../profile/notification-settings.ts';

export const my = defineHandler(
  usersMy,
  async (call, deps: Deps<'users' | 'names' | 'avatars' | 'roles' | 'hasPush' | 'translatorFor'>) => {
    const user = call.actor.kind === 'user' ? await deps.users.byId(call.actor.userId) : null;
    if (!user) throw new ServiceError('get_my_info', 'Something went wrong. Are you a user?');
    const translate = deps.translatorFor(call.actor.locale);
    const hasPush = showsPush(call.input, deps);
    const own = { avatar: deps.avatars.url(user), capabilities: call.actor.capabilities };
    const isReference = call.input.dialect === 'reference';
    return myProfile(call, user, { ...deps, hasPush, translate, own: isReference ? undefined : own });
  },
);
