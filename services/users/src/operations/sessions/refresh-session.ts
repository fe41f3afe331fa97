import { usersRefreshSession } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const refreshSession = defineHandler(usersRefreshSession, async (call, deps: Deps<'sessions'>) => {
  const { refresh_token: token, issuer, address } = call.input;
  return deps.sessions.refresh(call, token, { issuer, address });
});
