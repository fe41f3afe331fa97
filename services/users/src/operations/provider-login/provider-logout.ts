import { usersProviderLogout } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const providerLogout = defineHandler(usersProviderLogout, async (call, deps: Deps<'providerLogins'>) =>
  deps.providerLogins.logoutUrl(call),
);
