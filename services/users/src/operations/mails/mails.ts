import { usersMails } from '@svc/contracts';
import { defineHandler, requireOperator } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { mailView } from '../../mail/mail-route.ts';

const usualLimit = 50;

export const mails = defineHandler(usersMails, async ({ actor, input }, deps: Deps<'mail'>) => {
  requireOperator(actor);
  const found = await deps.mail.queue.list(input.limit ?? usualLimit, input.state);
  return { mails: found.map(mailView) };
});
