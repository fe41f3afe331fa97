import { ServiceError, usersChangePassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { checkPasswordStrength } from '../passwords/check-password-strength.ts';
import type { UsersDeps } from '../users-deps.ts';

/** Ends every session of the user, the one that asks among them. */
export const changePassword = defineHandler(usersChangePassword, async (call, deps: UsersDeps) => {
  const { actor, input, deadline } = call;
  if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
  if (input.password === undefined) throw new ServiceError('missing_error', 'Missing fields');
  checkPasswordStrength(input.password);
  const passwordHash = await deps.passwords.hash(input.password, deadline);
  return deps.users.change(call, {
    find: () => deps.users.byId(actor.userId),
    change: ({ tokenVersion }) => ({ passwordHash, tokenVersion: tokenVersion + 1 }),
    answer: () => true as const,
  });
});
