import { msg, ServiceError, usersCancelMail } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { mailView } from '../../mail/mail-route.ts';

/** Cancels a waiting mail, also while an instance composes it. */
export const cancelMail = defineHandler(usersCancelMail, async ({ input }, { mail }: Deps<'mail'>) => {
  const { queue } = mail;
  const isCancelled = await queue.cancelDelivery(input.id, 'cancelled by an operator');
  const found = await queue.byId(input.id);
  if (!found) throw new ServiceError('unknown_mail', 'No mail has this id.');
  if (isCancelled) return mailView(found);
  const message = msg`Only waiting mails can be cancelled; the state of this mail is ${found.state}.`;
  throw new ServiceError('unknown_mail', message, { status: 409 });
});
