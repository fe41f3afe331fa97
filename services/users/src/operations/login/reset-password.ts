import { ServiceError, usersResetPassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { networkOf } from '../../limits/network-of.ts';
import type { User } from '../../model/user.ts';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import { actorOfUser } from '../../profile/actor-of-user.ts';
import { withoutTokens } from '../../tokens/token-version.ts';

/** Sets a new password with the token of a mail. All invalid tokens are refused with the same message. */
export const resetPassword = defineHandler(
  usersResetPassword,
  async (
    call,
    deps: Deps<'bearerLimiter' | 'users' | 'resets' | 'passwords' | 'roles' | 'loginNetworks' | 'audit'>,
  ) => {
    const { token, password, address } = call.input;
    await deps.bearerLimiter.check(address);
    checkPasswordStrength(password);
    const holder = await holderOf(token, deps);
    if (!holder) {
      await deps.bearerLimiter.failed(address);
      await deps.audit.note(call, {
        action: 'password.refused',
        subject: 'users',
        after: { reason: 'reset_token' },
        client: call.client ?? { address, device: '' },
      });
      throw refused();
    }
    const passwordHash = await deps.passwords.hash(password, {
      caller: networkOf(address),
      deadline: call.deadline,
    });
    // The token proves that the caller is the user.
    const asHolder = { ...call, actor: actorOfUser(holder, deps.roles) };
    const answer = await deps.users.change(asHolder, {
      async find() {
        const user = await holderOf(token, deps);
        if (!user) throw refused();
        return user;
      },
      change: (user) => ({ passwordHash, ...withoutTokens(user) }),
      also: [deps.resets.use(token)],
      answer: () => true as const,
    });
    await deps.loginNetworks.remember(holder._id, address);
    return answer;
  },
);

/** The user whose password the token sets; null for an invalid token. */
async function holderOf(token: string, { resets, users }: Deps<'resets' | 'users'>): Promise<User | null> {
  const reset = await resets.find(token, new Date());
  const user = reset && (await users.byId(reset._id));
  const isOpen = user && !user.disabled && !user.isServiceAccount;
  return isOpen && user.tokenVersion === reset.tokenVersion ? user : null;
}

function refused(): ServiceError {
  return new ServiceError(
    'invalid_key',
    'The token was already used or has expired; request a new password again.',
  );
}
