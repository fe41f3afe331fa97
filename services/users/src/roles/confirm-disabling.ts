import { msg, recordsCountPersonal, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { UserChange } from '../model/change-user.ts';
import type { User } from '../model/user.ts';

/**
 * Checks, before an account is disabled, that the caller knows how many personal contacts of the user they may not view: nobody else may be
 * able to view them (docs/guides/user-administration.md#administration).
 * @throws ServiceError `confirmation_required` with the number, and nothing else about them.
 */
export async function refuseUnconfirmed(
  call: Pick<Call<{ confirm?: boolean | undefined }>, 'actor' | 'ask' | 'input'>,
  user: User,
  change: UserChange,
): Promise<void> {
  if (call.actor.kind === 'system' || call.input.confirm || !change.disabled || user.disabled) return;
  const { count } = await call.ask(recordsCountPersonal, { user_id: user._id });
  if (count === 0) return;
  throw new ServiceError(
    'confirmation_required',
    msg`Personal contacts that you may not view are attached: ${count}. To delete all the same, repeat the request with confirm=true.`,
    { data: { personal_contacts: count } },
  );
}
