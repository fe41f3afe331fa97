import { type InputOf, ServiceError, usersChangePassword } from '@svc/contracts';
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
      ...withoutTokens(user, actor.tokenId),
    }));
  },
);

/** Checks the current password if it was sent; some clients do not. A wrong one counts as a failed login. */
async function checkCurrent(call: ChangeCall, deps: CheckPasswordDeps): Promise<void> {
  const { current_password: password, address } = call.input;
  const user = password === undefined ? null : await deps.users.byId(call.actor.userId);
  if (password === undefined || !user) return;
  await checkPassword(call, deps, {
    password,
    user,
    address,
    name: user.username,
    refusal: () => new ServiceError('incorrect_password', 'The current password is wrong.'),
  });
}
