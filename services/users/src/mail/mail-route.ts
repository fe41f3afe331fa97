import { createHash } from 'node:crypto';
import type { MailView } from '@svc/contracts';
import { languageFor, type TranslatorFor } from '@svc/language';
import type { Route } from '../queue/deliverer.ts';
import type { Delivery, OutgoingMessage } from '../queue/delivery.ts';
import type { UserStore } from '../store/user-store.ts';
import { compose, paragraph } from './compose.ts';
import type { MailBody, MailKind, MailMessage } from './mail-message.ts';
import type { SmtpTransport } from './smtp-transport.ts';

export type MailKindName = 'notifications' | 'password_reset';

export type AddressedMail = MailMessage & Pick<MailBody, 'secret'>;

export interface MailRouteOptions {
  readonly users: Pick<UserStore, 'byId'>;
  readonly kinds: Readonly<Record<MailKindName, MailKind>>;
  /** Without it mails stay unsent in the mailbox. */
  readonly transport: Pick<SmtpTransport, 'send' | 'close'> | undefined;
  readonly from: string;
  readonly translatorFor: TranslatorFor;
}

/** The route of mails. A mail that may have been sent is not sent again automatically. */
export function mailRoute(options: MailRouteOptions): Route<AddressedMail> {
  const { transport, from } = options;
  return {
    name: 'mail',
    whenLost: 'uncertain',
    prepare: (taken) => addressed(taken, options),
    shown: transport ? withoutSecret : inTheOpen,
    rest: () => transport?.close(),
    send: transport && ((mail, { _id }, signal) => transport.send(mail, messageId(_id, from), signal)),
  };
}

async function addressed(taken: Delivery, options: MailRouteOptions): Promise<AddressedMail | undefined> {
  if (taken.message) return messageMail(taken.message);
  const { users, kinds, translatorFor } = options;
  const user = await users.byId(taken.userId);
  if (!user || user.disabled) return undefined;
  const body = await kinds[taken.kind as MailKindName](taken, {
    user,
    translate: translatorFor(user.locale),
    language: languageFor(user.locale),
  });
  return body && { ...body, to: { name: user.displayName, address: user.email } };
}

/** The mail for a message from a user to an address of a record. */
function messageMail({ to, fromName, replyTo, subject, text }: OutgoingMessage): MailMessage {
  return {
    ...compose(subject, [paragraph(text)]),
    to: { name: '', address: to },
    writer: { name: fromName, ...(replyTo && { replyTo }) },
  };
}

/** The stored content of a mail that is sent: its secret is replaced. */
function withoutSecret({ secret, ...mail }: AddressedMail): AddressedMail {
  const hidden = (text: string) => (secret === undefined ? text : text.replaceAll(secret, '…'));
  return { ...mail, text: hidden(mail.text), html: hidden(mail.html) };
}

/** The stored content of an unsent mail: the mailbox is the only place to read it, so its secret stays. */
function inTheOpen({ secret: _secret, ...mail }: AddressedMail): AddressedMail {
  return mail;
}

/** The Message-ID of a mail: constant, so that servers and mail clients recognise a duplicate. */
function messageId(mailId: string, sender: string): string {
  const hash = createHash('sha256').update(mailId).digest('hex').slice(0, 32);
  const domain = /@([a-z0-9.-]+)/i.exec(sender)?.[1] ?? 'localhost';
  return `<${hash}@${domain}>`;
}

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
