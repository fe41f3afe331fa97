import { usersRotateKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LoginDeps } from '../operation-deps.ts';

export const rotateKeys = defineHandler(usersRotateKeys, async (call, deps: LoginDeps) =>
  deps.signingKeys.rotate(call, call.input),
);
