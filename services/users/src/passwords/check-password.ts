import type { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { AuditLog } from '../audit/audit-log.ts';
import { subjectOfUser } from '../audit/audit-of-user.ts';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import type { User } from '../model/user.ts';
import type { UserStore } from '../store/user-store.ts';
import type { Passwords } from './passwords.ts';

/** Why a login with the right password is refused, for the audit log; `passkey_counter`: another device has the same passkey. */
export type LoginFailure = 'second_factor' | 'passkey_counter' | 'password_login_off';

export interface TypedPassword {
  readonly password: string;
  /** The user with the entered name; null when there is none. */
  readonly user: User | null;
  readonly name: string;
  readonly address: string;
  /** The `User-Agent` of the request, if its input has it. */
  readonly device?: string;
  /** The action of the audit log for a wrong password. */
  readonly refused: 'login.refused' | 'password.refused';
  readonly refusal: () => ServiceError;
  /** Checks more of the login when the password is right, before it counts as a success. @param failed counts a failure. */
  readonly alsoCheck?: (user: User, failed: (reason: LoginFailure) => Promise<void>) => Promise<void>;
}

export interface CheckPasswordDeps {
  readonly users: UserStore;
  readonly passwords: Passwords;
  readonly loginLimiter: LoginLimiter;
  readonly audit: AuditLog;
}

/**
 * Checks a password and returns its user. All refusals look the same and take the same time.
 * @throws ServiceError the given refusal; `too_many_requests` after too many failures.
 */
export async function checkPassword(
  call: Pick<Call, 'deadline' | 'actor' | 'client'>,
  deps: CheckPasswordDeps,
  { password, user, name, address, refusal, alsoCheck, ...typed }: TypedPassword,
): Promise<User> {
  const { users, passwords, loginLimiter, audit } = deps;
  const { deadline } = call;
  const noteRefusal = (reason: string) =>
    audit.note(call, {
      action: typed.refused,
      // The entered name may be a password, typed into the wrong field.
      subject: user ? subjectOfUser(user._id) : 'users',
      userId: user?._id,
      after: { reason },
      client: call.client ?? { address, device: typed.device ?? '' },
    });
  const attempt = { userId: user?._id, name, address };
  await loginLimiter.check(attempt);
  return passwords.inTurn({ caller: networkOf(address), deadline }, async () => {
    // Checked again, so that of many concurrent guesses those beyond the limit cost no hash.
    await loginLimiter.check(attempt);
    const isRight = await passwords.matches(password, user?.passwordHash);
    if (!user || user.disabled || user.isServiceAccount || !isRight) {
      await loginLimiter.failed(attempt);
      await noteRefusal(reasonOf(user, isRight));
      throw refusal();
    }
    await alsoCheck?.(user, async (reason) => {
      if (reason !== 'password_login_off') await loginLimiter.failed(attempt);
      await noteRefusal(reason);
    });
    await loginLimiter.succeeded({ ...attempt, userId: user._id });
    const renewed = await passwords.renewed(password, user.passwordHash);
    if (renewed !== undefined) await users.renewHash(user, renewed);
    return user;
  });
}

/** Why a login was refused: for the audit log, never for the caller. */
function reasonOf(user: User | null, isRight: boolean): string {
  if (!user) return 'unknown_user';
  if (!isRight) return 'password';
  return user.disabled ? 'disabled' : 'service_account';
}
