import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { localeOf } from '../../model/locale.ts';
import { nicename } from '../../model/names.ts';
import { checkPassword } from '../../passwords/check-password.ts';

export const login = defineHandler(
  usersLogin,
  async (call, deps: Deps<'users' | 'passwords' | 'loginLimiter' | 'signingKeys'>) => {
    const { username, password, issuer, address } = call.input;
    const user = await checkPassword(call, deps, {
      password,
      address,
      name: username,
      user: await deps.users.byLogin(username),
      refusal: () => new ServiceError('jwt_auth_failed', 'Invalid Credentials.'),
    });
    return {
      token: await deps.signingKeys.issue(user, issuer),
      user_email: user.email,
      user_nicename: nicename(user.username),
      user_display_name: user.displayName,
      locale: localeOf(user),
    };
  },
);
