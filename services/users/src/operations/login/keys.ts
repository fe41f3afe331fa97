import { usersKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

export const keys = defineHandler(usersKeys, async (_call, deps: Deps<'signingKeys'>) => ({
  keys: await deps.signingKeys.publicKeys(),
}));
