import { usersRotateKeys } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { UsersDeps } from '../users-deps.ts';

export const rotateKeys = defineHandler(usersRotateKeys, async (call, deps: UsersDeps) =>
  deps.signingKeys.rotate(call, call.input),
);
