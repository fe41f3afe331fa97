import { usersDisplay } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { avatar } from '../../profile/avatar.ts';
import type { DirectoryDeps } from '../operation-deps.ts';

/** Shows disabled users too: records and comments still name them. */
export const display = defineHandler(usersDisplay, async (call, deps: DirectoryDeps) => {
  const users = await deps.users.byIds(call.input.user_ids);
  return {
    users: users.map((user) => ({
      id: user._id,
      display_name: user.displayName,
      avatar: avatar(user.email),
    })),
  };
});
