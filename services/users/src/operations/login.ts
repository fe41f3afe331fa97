import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { localeOf } from '../profile/locale.ts';
import { nicename } from '../profile/nicename.ts';
import { issueToken } from '../tokens/issue-token.ts';
import type { UsersDeps } from '../users-deps.ts';

/** Every reason to refuse looks the same and takes the same time. */
export const login = defineHandler(usersLogin, async (call, deps: UsersDeps) => {
  const { username, password, issuer, address } = call.input;
  const user = await deps.users.byLogin(username);
  const attempt = { userId: user?._id, name: username, address };
  await deps.loginLimiter.check(attempt);
  const isRight = await deps.passwords.verify(password, user?.passwordHash, call.deadline);
  // Asked again, whether it is right or wrong: of many guesses at once, those that find no room left learn nothing.
  await deps.loginLimiter.check(attempt);
  if (!user || user.disabled || !isRight) {
    await deps.loginLimiter.failed(attempt);
    throw new ServiceError('jwt_auth_failed', 'Invalid Credentials.');
  }
  await deps.loginLimiter.succeeded(attempt);
  const token = await issueToken(await deps.signingKeys.signer(), {
    userId: user._id,
    tokenVersion: user.tokenVersion,
    issuer,
    lifetimeSeconds: deps.tokenSeconds,
  });
  return {
    token,
    user_email: user.email,
    user_nicename: nicename(user.username),
    user_display_name: user.displayName,
    locale: localeOf(user),
  };
});
