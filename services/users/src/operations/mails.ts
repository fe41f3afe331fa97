import { usersMails } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { mailView } from '../mail/mail-view.ts';
import type { UsersDeps } from '../users-deps.ts';

/** What an operator sees of the newest mails. */
export const mails = defineHandler(usersMails, async ({ input }, deps: UsersDeps) => {
  const found = await deps.mail.queue.list(input.limit, input.state);
  return { mails: found.map(mailView) };
});
