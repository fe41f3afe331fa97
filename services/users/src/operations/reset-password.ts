import { ServiceError, usersResetPassword } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { networkOf } from '../login/network-of.ts';
import { actorOfUser } from '../profile/actor-of-user.ts';
import { checkPasswordStrength } from '../passwords/check-password-strength.ts';
import type { User } from '../store/user.ts';
import { withoutTokens } from '../tokens/token-version.ts';
import type { UsersDeps } from '../users-deps.ts';

/** Every token that does not do is refused in the same words, whoever it may have been for. */
export const resetPassword = defineHandler(usersResetPassword, async (call, deps: UsersDeps) => {
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
  await deps.knownAddresses.remember(holder._id, address);
  return answer;
});

/** Whose password the token sets; null where it sets none. */
async function holderOf(token: string, { resets, users }: UsersDeps): Promise<User | null> {
  const reset = await resets.find(token, new Date());
  const user = reset && (await users.byId(reset._id));
  return user && !user.disabled && user.tokenVersion === reset.tokenVersion ? user : null;
}

function refused(): ServiceError {
  return new ServiceError('invalid_key', 'This token sets no password: it was used, or its time is over.');
}
