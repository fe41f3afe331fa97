import { usersAddPasskey } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const addPasskey = defineHandler(
  usersAddPasskey,
  async (call, deps: Deps<'users' | 'secondFactors'>) =>
    deps.secondFactors.addPasskey(call, await userOfCall(call, deps), call.input),
);
