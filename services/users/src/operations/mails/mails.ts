import { msg, ServiceError, usersMail, usersMails, usersRetryMail } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { mailView } from '../../mail/mail-route.ts';
import type { MailDeps } from '../operation-deps.ts';

/** The newest mails for operators. */
export const mails = defineHandler(usersMails, async ({ input }, deps: MailDeps) => {
  const found = await deps.mail.queue.list(input.limit, input.state);
  return { mails: found.map(mailView) };
});

/** A mail for operators; text and HTML are empty until it was composed. */
export const mail = defineHandler(usersMail, async ({ input }, deps: MailDeps) => {
  const found = await existing(input.id, deps);
  return { ...mailView(found), text: found.content?.text ?? '', html: found.content?.html ?? '' };
});

const retried: readonly string[] = ['failed', 'uncertain'];

/** Queues a mail again that failed or may not have arrived; due immediately, with all attempts. */
export const retryMail = defineHandler(usersRetryMail, async (call, deps: MailDeps) => {
  const answer = await deps.store.commit(call, async () => {
    const found = await existing(call.input.id, deps);
    if (!retried.includes(found.state)) throw isNotOver(found.state);
    const { write, next } = deps.mail.queue.retrial(found);
    return { writes: [write], answer: mailView(next) };
  });
  deps.mail.kick();
  return answer;
});

async function existing(id: string, { mail: { queue } }: MailDeps) {
  const found = await queue.byId(id);
  if (!found) throw new ServiceError('unknown_mail', 'There is no mail with this id.');
  return found;
}

function isNotOver(state: string): ServiceError {
  const message = msg`Only mails that failed or are uncertain can be sent again; this one is ${state}.`;
  return new ServiceError('unknown_mail', message, { status: 409 });
}
