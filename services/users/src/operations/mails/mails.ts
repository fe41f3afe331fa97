import { usersMails } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { mailView } from '../../mail/mail-route.ts';

export const mails = defineHandler(usersMails, async ({ input }, deps: Deps<'mail'>) => {
  const found = await deps.mail.queue.list(input.limit, input.state);
  return { mails: found.map(mailView) };
});
