import type { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { Passwords } from './passwords.ts';

/** A password as somebody has typed it to show that they are a user. */
export interface TypedPassword {
  readonly password: string;
  /** Whose it should be; null for a name that nobody has. */
  readonly user: User | null;
  /** The name that was typed with it. */
  readonly name: string;
  /** The network address that it came from. */
  readonly address: string;
  readonly refusal: () => ServiceError;
}

/** What a password is checked with. */
export interface CheckPasswordDeps {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly loginLimiter: LoginLimiter;
}

/**
 * The user whose password it is. Every reason to refuse looks the same and takes the same time.
 * @throws ServiceError the refusal; `too_many_requests` after too many failures.
 */
export async function checkPassword(
  { deadline }: Pick<Call, 'deadline'>,
  deps: CheckPasswordDeps,
  { password, user, name, address, refusal }: TypedPassword,
): Promise<User> {
  const { users, passwords, loginLimiter } = deps;
  const attempt = { userId: user?._id, name, address };
  await loginLimiter.check(attempt);
  return passwords.inTurn({ key: networkOf(address), deadline }, async () => {
    // Asked again in turn: of many guesses at once, those beyond the limit are not even worked out.
    await loginLimiter.check(attempt);
    const isRight = await passwords.matches(password, user?.passwordHash);
    if (!user || user.disabled || !isRight) {
      await loginLimiter.failed(attempt);
      throw refusal();
    }
    await loginLimiter.succeeded({ ...attempt, userId: user._id });
    const renewed = await passwords.renewed(password, user.passwordHash);
    if (renewed !== undefined) await users.renewHash(user, renewed);
    return user;
  });
}
