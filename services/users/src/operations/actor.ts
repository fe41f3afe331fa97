import { usersActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { actorOfUser } from '../profile/actor-of-user.ts';
import type { UsersDeps } from '../users-deps.ts';

export const actor = defineHandler(usersActor, async (call, deps: UsersDeps) => {
  const { user_id: id, token_version: tokenVersion } = call.input;
  const user = await deps.users.byId(id);
  if (!user || user.disabled) return { actor: null };
  if (tokenVersion !== undefined && tokenVersion !== user.tokenVersion) return { actor: null };
  return { actor: actorOfUser(user, deps.roles) };
});
