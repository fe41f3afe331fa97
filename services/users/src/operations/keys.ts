import { usersKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';

export const keys = defineHandler(usersKeys, async (_call, deps: UsersDeps) => ({
  keys: await deps.signingKeys.publicKeys(),
}));
