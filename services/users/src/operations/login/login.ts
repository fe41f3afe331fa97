import { ServiceError, usersLogin } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { subjectOfUser } from '../../audit/audit-of-user.ts';
import type { Deps } from '../../compose.ts';
import { checkPassword } from '../../passwords/check-password.ts';
import { setupRequired } from '../../second-factor/second-factors.ts';
import type { Factor } from '../../sessions/session.ts';

export const login = defineHandler(
  usersLogin,
  async (
    call,
    deps: Deps<
      'users' | 'passwords' | 'loginLimiter' | 'sessions' | 'secondFactors' | 'providerLogins' | 'audit'
    >,
  ) => {
    const { username, password, code, passkey, issuer, address, refresh = false } = call.input;
    const { user_agent: device = '' } = call.input;
    let factor: Factor | undefined;
    const user = await checkPassword(call, deps, {
      password,
      address,
      device,
      name: username,
      refused: 'login.refused',
      user: await deps.users.byLogin(username),
      refusal: () => new ServiceError('jwt_auth_failed', 'Invalid Credentials.'),
      async alsoCheck(found, failed) {
        await deps.providerLogins.checkPasswordLogin(found, () => failed('password_login_off'));
        factor = await deps.secondFactors.check(found, { code, passkey }, failed);
      },
    });
    const from = { issuer, address, device };
    const isForSetup = !factor && deps.secondFactors.isRequired(user);
    // Before the session: without an entry there is no login.
    await deps.audit.note(call, {
      action: isForSetup ? 'login.setup' : 'login.succeeded',
      subject: subjectOfUser(user._id),
      userId: user._id,
      byUser: user._id,
      after: { method: 'password', factor },
      client: { address, device },
    });
    if (isForSetup) throw setupRequired(await deps.sessions.beginSetup(user, from));
    return deps.sessions.begin(user, { ...from, isRefreshed: refresh, factor });
  },
);
