import { usersKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LoginDeps } from '../operation-deps.ts';

export const keys = defineHandler(usersKeys, async (_call, deps: LoginDeps) => ({
  keys: await deps.signingKeys.publicKeys(),
}));
