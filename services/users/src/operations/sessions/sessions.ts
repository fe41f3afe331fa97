import { usersSessions } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';
import { isCurrentSession, listedSession } from '../../sessions/session.ts';

/** The sessions of the caller, without those that a new password has ended. */
export const sessions = defineHandler(
  usersSessions,
  async ({ actor }, deps: Deps<'users' | 'sessionStore'>) => {
    const userId = callingUser(actor);
    const now = new Date();
    const [user, stored] = await Promise.all([deps.users.byId(userId), deps.sessionStore.ofUser(userId)]);
    const current = stored.filter((session) => user && isCurrentSession(session, user, now));
    return { sessions: current.map((session) => listedSession(session, actor.sessionId)) };
  },
);
