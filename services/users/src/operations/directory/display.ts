import { usersDisplay } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Shows disabled users too: records and comments still name them. */
export const display = defineHandler(usersDisplay, async (call, deps: Deps<'users' | 'avatars'>) => {
  const users = await deps.users.byIds(call.input.user_ids);
  return {
    users: users.map((user) => ({
      id: user._id,
      display_name: user.displayName,
      avatar: deps.avatars.url(user),
    })),
  };
});
