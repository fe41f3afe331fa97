import type { MailView } from '@svc/contracts';
import type { Delivery } from '../queue/delivery.ts';
import type { AddressedMail } from './mail-route.ts';

/** A mail in the list for operators. */
export function mailView(mail: Delivery<AddressedMail>): MailView {
  return {
    id: mail._id,
    kind: mail.kind,
    state: mail.state,
    user_id: mail.userId,
    to: mail.content?.to.address ?? '',
    subject: mail.content?.subject ?? '',
    created_at: mail.createdAt.toISOString(),
    due_at: mail.dueAt.toISOString(),
    attempts: mail.attempts,
    reason: mail.reason,
  };
}
