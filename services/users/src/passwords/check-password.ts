import type { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { Passwords } from './passwords.ts';

export interface TypedPassword {
  readonly password: string;
  /** The user with the entered name; null when there is none. */
  readonly user: User | null;
  readonly name: string;
  readonly address: string;
  readonly refusal: () => ServiceError;
  /** Checks more of the login when the password is right, before it counts as a success. @param failed counts a failure. */
  readonly alsoCheck?: (user: User, failed: () => Promise<void>) => Promise<void>;
}

export interface CheckPasswordDeps {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly loginLimiter: LoginLimiter;
}

/**
 * Checks a password and returns its user. All refusals look the same and take the same time.
 * @throws ServiceError the given refusal; `too_many_requests` after too many failures.
 */
export async function checkPassword(
  { deadline }: Pick<Call, 'deadline'>,
  deps: CheckPasswordDeps,
  { password, user, name, address, refusal, alsoCheck }: TypedPassword,
): Promise<User> {
  const { users, passwords, loginLimiter } = deps;
  const attempt = { userId: user?._id, name, address };
  await loginLimiter.check(attempt);
  return passwords.inTurn({ caller: networkOf(address), deadline }, async () => {
    // Checked again, so that of many concurrent guesses those beyond the limit cost no hash.
    await loginLimiter.check(attempt);
    const isRight = await passwords.matches(password, user?.passwordHash);
    if (!user || user.disabled || user.isServiceAccount || !isRight) {
      await loginLimiter.failed(attempt);
      throw refusal();
    }
    await alsoCheck?.(user, () => loginLimiter.failed(attempt));
    await loginLimiter.succeeded({ ...attempt, userId: user._id });
    const renewed = await passwords.renewed(password, user.passwordHash);
    if (renewed !== undefined) await users.renewHash(user, renewed);
    return user;
  });
}
