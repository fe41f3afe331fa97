import { usersActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { actorOfUser } from '../../profile/actor-of-user.ts';
import { isCurrentToken } from '../../tokens/token-version.ts';

export const actor = defineHandler(usersActor, async (call, deps: Deps<'users' | 'roles'>) => {
  const {
    user_id: id,
    token_version: tokenVersion,
    token_id: tokenId,
    token_issued_at: tokenIssuedAt,
  } = call.input;
  const user = await deps.users.byId(id);
  if (!user || user.disabled || !isCurrentToken(user, tokenVersion, tokenId)) return { actor: null };
  return {
    actor: {
      ...actorOfUser(user, deps.roles),
      ...(tokenId && { tokenId }),
      ...(tokenIssuedAt !== undefined && { tokenIssuedAt }),
    },
  };
});
