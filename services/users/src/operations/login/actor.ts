import { usersActor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { actorOfUser } from '../../profile/actor-of-user.ts';
import { isCurrentSession } from '../../sessions/session.ts';
import { isCurrentToken } from '../../tokens/token-version.ts';

/** The actor of a user's token. The use of its session is stored here: gateways ask again every few seconds. */
export const actor = defineHandler(
  usersActor,
  async (call, deps: Deps<'users' | 'roles' | 'sessionStore' | 'secondFactors'>) => {
    const {
      user_id: id,
      token_version: tokenVersion,
      token_id: tokenId,
      token_issued_at: tokenIssuedAt,
      session_id: sessionId,
    } = call.input;
    const now = new Date();
    const [user, session] = await Promise.all([
      deps.users.byId(id),
      sessionId === undefined ? undefined : deps.sessionStore.byId(sessionId),
    ]);
    if (!user || user.disabled || !isCurrentToken(user, tokenVersion, tokenId)) return { actor: null };
    if (session === null || (session && !isCurrentSession(session, user, now))) return { actor: null };
    const isForSetup = session?.isForSetup ?? false;
    const isOfToken = tokenVersion !== undefined || tokenIssuedAt !== undefined;
    if (isOfToken && !isForSetup && !deps.secondFactors.isProved(user, session)) return { actor: null };
    if (session) await deps.sessionStore.noteUse(session, now);
    // The time of the login, and not of the last refresh, which proves no password.
    const loggedInAt = session?.refresh ? session.createdAt.getTime() / 1_000 : tokenIssuedAt;
    return {
      actor: {
        ...actorOfUser(user, deps.roles),
        ...(tokenId && { tokenId }),
        ...(sessionId && { sessionId }),
        ...(loggedInAt !== undefined && { tokenIssuedAt: loggedInAt }),
        ...(isForSetup && { setsUpSecondFactor: true as const }),
      },
    };
  },
);
