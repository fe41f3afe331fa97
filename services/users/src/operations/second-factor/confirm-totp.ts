import { usersConfirmTotp } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const confirmTotp = defineHandler(
  usersConfirmTotp,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.confirm(call, await userOfCall(call, deps), call.input.code),
);
