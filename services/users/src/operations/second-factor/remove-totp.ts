import { usersRemoveTotp } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const removeTotp = defineHandler(
  usersRemoveTotp,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.remove(call, await userOfCall(call, deps), call.input),
);
