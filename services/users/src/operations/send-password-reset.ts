import { ServiceError, usersSendPasswordReset } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { checkAdministers } from '../roles/check-administers.ts';
import type { UsersDeps } from '../users-deps.ts';

/** There is nothing yet that sends mail, and nobody shall believe that one is on its way. */
export const sendPasswordReset = defineHandler(usersSendPasswordReset, async (call, deps: UsersDeps) => {
  checkAdministers(call.actor, ['promote_users', 'edit_users', 'list_users', 'manage_dt']);
  if (call.input.user === undefined) throw new ServiceError('missing_error', 'Missing user id');
  if (!(await deps.users.byId(call.input.user))) throw new ServiceError('user_id', 'User does not exist');
  throw new ServiceError('no_mail', 'This installation can not send mail; the password was not reset.');
});
