import { usersPasskeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { userOfCall } from './user-of-call.ts';

export const passkeys = defineHandler(usersPasskeys, async (call, deps: Deps<'users' | 'secondFactors'>) =>
  deps.secondFactors.listPasskeys(await userOfCall(call, deps)),
);
