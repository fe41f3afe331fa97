import { usersFinishProviderLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const finishProviderLogin = defineHandler(
  usersFinishProviderLogin,
  async (call, deps: Deps<'providerLogins'>) => deps.providerLogins.finish(call),
);
