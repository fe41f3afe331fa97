import { usersBeginProviderLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const beginProviderLogin = defineHandler(
  usersBeginProviderLogin,
  async (call, deps: Deps<'providerLogins'>) => deps.providerLogins.begin(call),
);
