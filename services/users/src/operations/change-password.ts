import { ServiceError, usersChangePassword, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { checkPassword } from '../login/check-password.ts';
import { checkPasswordStrength } from '../passwords/check-password-strength.ts';
import { withoutTokens } from '../tokens/token-version.ts';
import type { UsersDeps } from '../users-deps.ts';

type ChangeCall = Call<InputOf<typeof usersChangePassword>>;

/** Ends every other session of the user. */
export const changePassword = defineHandler(
  usersChangePassword,
  async (call: ChangeCall, deps: UsersDeps) => {
    const { actor, input, deadline } = call;
    if (actor.kind !== 'user') throw new ServiceError('user_id', 'User does not exist');
    if (input.password === undefined) throw new ServiceError('missing_error', 'Missing fields');
    checkPasswordStrength(input.password);
    await checkCurrent(call, deps);
    const passwordHash = await deps.passwords.hash(input.password, { key: `user ${actor.userId}`, deadline });
    return deps.users.change(call, {
      find: () => deps.users.byId(actor.userId),
      change: (user) => ({ passwordHash, ...withoutTokens(user, actor.tokenId) }),
      answer: () => true as const,
    });
  },
);

/** Existing clients do not send it. A wrong one counts as a failed login. */
async function checkCurrent(call: ChangeCall, deps: UsersDeps): Promise<void> {
  const { current_password: password, address } = call.input;
  const user = password === undefined ? null : await deps.users.byId(call.actor.userId);
  if (password === undefined || !user) return;
  await checkPassword(call, deps, {
    ...{ password, user, address, name: user.username },
    refusal: () => new ServiceError('incorrect_password', 'The current password is not right.'),
  });
}
