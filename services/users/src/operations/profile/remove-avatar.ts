import { usersRemoveAvatar } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { chosenUser } from '../../profile/calling-user.ts';

/** Removes an uploaded picture; without one, nothing changes. */
export const removeAvatar = defineHandler(
  usersRemoveAvatar,
  async (call, deps: Deps<'users' | 'avatars' | 'avatarPictures'>) => {
    const userId = chosenUser(call.actor, call.input.user_id);
    return deps.users.change(call, {
      find: () => deps.users.byId(userId),
      change: ({ avatarKey }) => (avatarKey ? { avatarKey: null } : {}),
      also: [deps.avatarPictures.removal(userId)],
      answer: (user) => ({ avatar: deps.avatars.url(user) }),
    });
  },
);
