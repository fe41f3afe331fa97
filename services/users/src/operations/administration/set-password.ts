import { usersSetPassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import { adminUser } from '../../profile/admin-user.ts';
import { withoutTokens } from '../../tokens/token-version.ts';

export const setPassword = defineHandler(
  usersSetPassword,
  async (call, deps: Deps<'users' | 'passwords'>) => {
    checkPasswordStrength(call.input.password);
    const passwordHash = await deps.passwords.hash(call.input.password, {
      caller: 'admin',
      deadline: call.deadline,
    });
    return deps.users.change(call, {
      find: () => deps.users.byUsername(call.input.username),
      change: (user) => ({ passwordHash, ...withoutTokens(user) }),
      answer: adminUser,
    });
  },
);
