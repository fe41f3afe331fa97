import { usersBeginTotp } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const beginTotp = defineHandler(usersBeginTotp, async (call, deps: Deps<'users' | 'secondFactors'>) =>
  deps.secondFactors.begin(await userOfCall(call, deps), call.input),
);
