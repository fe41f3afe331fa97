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

/** What a password is set with by the token of a mail. */
export interface ResetPasswordDeps {
  readonly users: UserStore;
  readonly roles: RoleCatalogue;
  readonly passwords: Passwords;
  /** The rights to set a password that are open. */
  readonly resets: PasswordResets;
  /** Limits tokens that nobody accepts, those of site links and of these mails together. */
  readonly bearerLimiter: BearerLimiter;
  readonly loginNetworks: LoginNetworks;
}

/** Every token that does not do is refused in the same words, whoever it may have been for. */
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
  // Whoever has the token of the mail is the user.
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

/** Whose password the token sets; null where it sets none. */
async function holderOf(token: string, { resets, users }: ResetPasswordDeps): Promise<User | null> {
  const reset = await resets.find(token, new Date());
  const user = reset && (await users.byId(reset._id));
  return user && !user.disabled && user.tokenVersion === reset.tokenVersion ? user : null;
}

function refused(): ServiceError {
  return new ServiceError('invalid_key', 'This token is no longer valid: it was used or has expired.');
}
