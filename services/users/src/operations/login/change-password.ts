import { type Actor, type InputOf, ServiceError, usersChangePassword } from '@svc/contracts';
import { type Call, defineHandler, turnOf } from '@svc/service-kit';
import { checkPasswordStrength } from '../../passwords/check-password-strength.ts';
import { checkPassword, type CheckPasswordDeps } from '../../passwords/check-password.ts';
import { callingUser } from '../../profile/calling-user.ts';
import { withoutTokens } from '../../tokens/token-version.ts';

type ChangeCall = Call<InputOf<typeof usersChangePassword>>;

/** Changes the caller's password and ends all of their other sessions. */
export const changePassword = defineHandler(
  usersChangePassword,
  async (call: ChangeCall, deps: CheckPasswordDeps) => {
    const { actor, input } = call;
    const userId = callingUser(actor);
    if (input.password === undefined) throw new ServiceError('missing_error', 'Missing fields');
    checkPasswordStrength(input.password);
    await checkCurrent(call, deps);
    const passwordHash = await deps.passwords.hash(input.password, turnOf(call));
    return deps.users.changeById(call, userId, (user) => ({
      passwordHash,
      ...withoutTokens(user, actor),
    }));
  },
);

/** How long after a login the password can be changed without the current one, in seconds: the user has just entered it. */
const freshSeconds = 5 * 60;

/**
 * Checks the current password, which some clients do not send: they have to log in again first, so that a stolen token alone does not take
 * over the account. A wrong password counts as a failed login.
 */
async function checkCurrent(call: ChangeCall, deps: CheckPasswordDeps): Promise<void> {
  const { current_password: password, address } = call.input;
  if (password === undefined) return refuseUnlessFresh(call.actor);
  const user = await deps.users.byId(call.actor.userId);
  if (!user) return;
  await checkPassword(call, deps, {
    password,
    user,
    address,
    name: user.username,
    refused: 'password.refused',
    refusal: () => new ServiceError('incorrect_password', 'The current password is wrong.'),
  });
}

function refuseUnlessFresh({ tokenIssuedAt = 0 }: Actor): void {
  if (Date.now() / 1000 - tokenIssuedAt <= freshSeconds) return;
  throw new ServiceError(
    'incorrect_password',
    'Send the current password as current_password, or log in again: the token is older than five minutes.',
  );
}
