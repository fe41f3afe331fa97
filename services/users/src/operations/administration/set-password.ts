import { usersSetPassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import { adminUser } from '../../profile/admin-user.ts';
import { withoutTokens } from '../../tokens/token-version.ts';
import type { AdministrationDeps } from '../operation-deps.ts';

export const setPassword = defineHandler(usersSetPassword, async (call, deps: AdministrationDeps) => {
  checkPasswordStrength(call.input.password);
  const passwordHash = await deps.passwords.hash(call.input.password, {
    key: 'admin',
    deadline: call.deadline,
  });
  return deps.users.change(call, {
    find: () => deps.users.byUsername(call.input.username),
    change: (user) => ({ passwordHash, ...withoutTokens(user) }),
    answer: adminUser,
  });
});
