import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { localeOf } from '../../model/locale.ts';
import { nicename } from '../../model/nicename.ts';
import { checkPassword } from '../../passwords/check-password.ts';
import { issueToken } from '../../tokens/issue-token.ts';
import type { LoginDeps } from './login-deps.ts';

export const login = defineHandler(usersLogin, async (call, deps: LoginDeps) => {
  const { username, password, issuer, address } = call.input;
  const user = await checkPassword(call, deps, {
    password,
    address,
    name: username,
    user: await deps.users.byLogin(username),
    refusal: () => new ServiceError('jwt_auth_failed', 'Invalid Credentials.'),
  });
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
