import { ServiceError, usersResetPassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { BearerLimiter } from '../../limits/bearer-limiter.ts';
import type { LoginNetworks } from '../../limits/login-networks.ts';
import { networkOf } from '../../limits/network-of.ts';
import type { User } from '../../model/user.ts';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import type { PasswordResets } from '../../passwords/password-resets.ts';
import type { Passwords } from '../../passwords/passwords.ts';
import { actorOfUser } from '../../profile/actor-of-user.ts';
import type { RoleCatalogue } from '../../roles/role-catalogue.ts';
import type { UserStore } from '../../store/user-store.ts';
import { withoutTokens } from '../../tokens/token-version.ts';

export interface ResetPasswordDeps {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  readonly passwords: Passwords;
  readonly resets: PasswordResets;
  /** Limits refused tokens, those of site links and of password resets together. */
  readonly bearerLimiter: BearerLimiter;
  readonly loginNetworks: LoginNetworks;
}

/** Sets a new password with the token of a mail. All invalid tokens are refused with the same message. */
export const resetPassword = defineHandler(usersResetPassword, async (call, deps: ResetPasswordDeps) => {
  const { token, password, address } = call.input;
  await deps.bearerLimiter.check(address);
  checkPasswordStrength(password);
  const holder = await holderOf(token, deps);
  if (!holder) {
    await deps.bearerLimiter.failed(address);
    throw refused();
  }
  const passwordHash = await deps.passwords.hash(password, {
    key: networkOf(address),
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
});

/** The user whose password the token sets; null for an invalid token. */
async function holderOf(token: string, { resets, users }: ResetPasswordDeps): Promise<User | null> {
  const reset = await resets.find(token, new Date());
  const user = reset && (await users.byId(reset._id));
  return user && !user.disabled && user.tokenVersion === reset.tokenVersion ? user : null;
}

function refused(): ServiceError {
  return new ServiceError('invalid_key', 'This token is no longer valid: it was used or has expired.');
}
