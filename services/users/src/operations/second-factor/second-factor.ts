import { usersSecondFactor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const secondFactor = defineHandler(
  usersSecondFactor,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.describe(await userOfCall(call, deps)),
);
