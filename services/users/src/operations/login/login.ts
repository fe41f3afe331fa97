import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { checkPassword } from '../../passwords/check-password.ts';
import { setupRequired } from '../../second-factor/second-factors.ts';
import type { Factor } from '../../sessions/session.ts';

export const login = defineHandler(
  usersLogin,
  async (
    call,
    deps: Deps<'users' | 'passwords' | 'loginLimiter' | 'sessions' | 'secondFactors' | 'providerLogins'>,
  ) => {
    const { username, password, code, issuer, address, refresh = false } = call.input;
    const { user_agent: device = '' } = call.input;
    let factor: Factor | undefined;
    const user = await checkPassword(call, deps, {
      password,
      address,
      name: username,
      user: await deps.users.byLogin(username),
      refusal: () => new ServiceError('jwt_auth_failed', 'Invalid Credentials.'),
      async alsoCheck(found, failed) {
        await deps.providerLogins.checkPasswordLogin(found);
        factor = await deps.secondFactors.check(found, { code, failed });
      },
    });
    const from = { issuer, address, device };
    if (!factor && deps.secondFactors.isRequired(user))
      throw setupRequired(await deps.sessions.beginSetup(user, from));
    return deps.sessions.begin(user, { ...from, isRefreshed: refresh, factor });
  },
);
