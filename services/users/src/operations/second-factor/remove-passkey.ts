import { usersRemovePasskey } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const removePasskey = defineHandler(
  usersRemovePasskey,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.removePasskey(call, await userOfCall(call, deps), call.input),
);
