import { msg, ServiceError, usersSendPasswordReset } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import { subjectOfUser } from '../../audit/audit-of-user.ts';
import type { Deps } from '../../compose.ts';
import type { PastDelivery } from '../../queue/delivery-queue.ts';
import { checkAdministers } from '../../roles/account-guard.ts';

/** Maximum number of mails to a user per window, so that nobody can flood a mailbox. */
const maxMails = 5;
const windowSeconds = 3_600;

/**
 * Queues a mail with a token, which is created when the mail is sent. Until the token is used, the old password stays
 * valid.
 */
export const sendPasswordReset = defineHandler(
  usersSendPasswordReset,
  async (call, deps: Deps<'store' | 'users' | 'mail' | 'audit'>) => {
    checkAdministers(call.actor, ['promote_users', 'edit_users', 'list_users', 'manage_dt']);
    const { user: id } = call.input;
    if (id === undefined) throw new ServiceError('missing_error', 'Missing user id');
    const answer = await deps.store.commit(call, async () => {
      const user = await deps.users.changeable(call, () => deps.users.byId(id));
      if (user.isServiceAccount) throw invalidParam({ user: 'a service account has no password' });
      const newest = await deps.mail.passwordResets(id, maxMails);
      checkNumber(newest);
      const audited = { action: 'password.reset_sent', subject: subjectOfUser(id), userId: id };
      return {
        writes: [deps.mail.passwordReset(id, newest[0]), deps.audit.write(call, audited)],
        answer: true as const,
      };
    });
    deps.mail.kick();
    return answer;
  },
);

/** @param newest the newest password-reset mails, at most `maxMails`. */
function checkNumber(newest: readonly PastDelivery[]): void {
  const oldest = newest[maxMails - 1]?.createdAt.getTime() ?? 0;
  const seconds = Math.ceil((oldest - Date.now()) / 1_000) + windowSeconds;
  if (seconds <= 0) return;
  const message = msg`The user has been sent the maximum of ${maxMails} mails for a new password within an hour. Try again later.`;
  throw new ServiceError('too_many_requests', message, { data: { retry_after: seconds } });
}
