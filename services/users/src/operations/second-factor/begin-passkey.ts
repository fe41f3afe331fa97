import { usersBeginPasskey } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const beginPasskey = defineHandler(
  usersBeginPasskey,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.beginPasskey(await userOfCall(call, deps), call.input),
);
