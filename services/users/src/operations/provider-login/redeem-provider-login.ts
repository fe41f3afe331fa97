import { usersRedeemProviderLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const redeemProviderLogin = defineHandler(
  usersRedeemProviderLogin,
  async (call, deps: Deps<'providerLogins'>) => deps.providerLogins.redeem(call),
);
