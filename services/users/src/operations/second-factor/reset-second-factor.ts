import { usersResetSecondFactor } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { subjectOfUser } from '../../audit/audit-of-user.ts';
import { userEvent } from '../../model/user.ts';
import { withoutTokens } from '../../tokens/token-version.ts';

/** Removes the second factor of a user, and ends their sessions: somebody else may have both. */
export const resetSecondFactor = defineHandler(
  usersResetSecondFactor,
  async (call, deps: Deps<'store' | 'users' | 'secondFactors' | 'audit'>) =>
    deps.store.commit(call, async () => {
      const user = await deps.users.changeable(call, () => deps.users.byUsername(call.input.username));
      const next = { ...user, ...withoutTokens(user), version: user.version + 1 };
      return {
        writes: [
          ...deps.users.replacements(call, user, next),
          ...(await deps.secondFactors.removals(user)),
          deps.audit.write(call, {
            action: 'second_factor.reset',
            subject: subjectOfUser(user._id),
            userId: user._id,
          }),
        ],
        events: [userEvent('updated', next, ['second_factor'])],
        answer: true as const,
      };
    }),
);
