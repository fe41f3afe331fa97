import { usersRotateKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const rotateKeys = defineHandler(usersRotateKeys, async (call, deps: Deps<'signingKeys'>) =>
  deps.signingKeys.rotate(call, call.input),
);
