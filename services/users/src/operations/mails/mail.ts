import { ServiceError, usersMail } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';
import { mailView } from '../../mail/mail-route.ts';

/** A mail for operators; text and HTML are empty until it was composed. */
export const mail = defineHandler(usersMail, async ({ input }, deps: Deps<'mail'>) => {
  const found = await deps.mail.queue.byId(input.id);
  if (!found) throw new ServiceError('unknown_mail', 'No mail has this id.');
  return { ...mailView(found), text: found.content?.text ?? '', html: found.content?.html ?? '' };
});
