import { msg, ServiceError, usersRetryMail } from '@svc/contracts';
import { defineHandler, requireOperator } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { mailView } from '../../mail/mail-route.ts';

const retried: readonly string[] = ['failed', 'uncertain'];

/** Queues a mail again that failed or may not have arrived; due immediately, with all attempts. */
export const retryMail = defineHandler(usersRetryMail, async (call, deps: Deps<'store' | 'mail'>) => {
  requireOperator(call.actor);
  const { id } = call.input;
  const answer = await deps.store.commit(call, async () => {
    const found = await deps.mail.queue.byId(id);
    if (!found) throw new ServiceError('unknown_mail', 'No mail has this id.');
    if (!retried.includes(found.state)) throw isNotOver(found.state);
    const { write, next } = deps.mail.queue.retrial(found);
    return { writes: [write], answer: mailView(next) };
  });
  deps.mail.kick();
  return answer;
});

function isNotOver(state: string): ServiceError {
  const message = msg`Only failed and uncertain mails can be sent again; the state of this mail is ${state}.`;
  return new ServiceError('unknown_mail', message, { status: 409 });
}
