import { usersMails } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { mailView } from '../../mail/mail-route.ts';
import type { MailDeps } from '../operation-deps.ts';

/** The newest mails for operators. */
export const mails = defineHandler(usersMails, async ({ input }, deps: MailDeps) => {
  const found = await deps.mail.queue.list(input.limit, input.state);
  return { mails: found.map(mailView) };
});
