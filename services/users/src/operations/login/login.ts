import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { checkPassword } from '../../passwords/check-password.ts';

export const login = defineHandler(
  usersLogin,
  async (call, deps: Deps<'users' | 'passwords' | 'loginLimiter' | 'sessions'>) => {
    const { username, password, issuer, address, user_agent: device = '', refresh = false } = call.input;
    const user = await checkPassword(call, deps, {
      password,
      address,
      name: username,
      user: await deps.users.byLogin(username),
      refusal: () => new ServiceError('jwt_auth_failed', 'Invalid Credentials.'),
    });
    return deps.sessions.begin(user, { issuer, address, device, isRefreshed: refresh });
  },
);
