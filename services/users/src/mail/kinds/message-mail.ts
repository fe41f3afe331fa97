import { compose, paragraph } from '../compose.ts';
import type { MailMessage } from '../mail-message.ts';
import { oneLine } from '../one-line.ts';

/** What a user writes to somebody who is no user. */
export interface OutgoingMessage {
  readonly to: string;
  readonly fromName: string;
  /** Where answers go; absent for the address of the site. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

const longestName = 100;

/** No language is said to be that of the text: nobody knows it. */
const anyLanguage = '';

/** The mail that is a message. */
export function messageMail({ to, fromName, replyTo, subject, text }: OutgoingMessage): MailMessage {
  return {
    ...compose(subject, [paragraph(text)], anyLanguage),
    to: { name: '', address: to },
    writer: { name: oneLine(fromName, longestName), ...(replyTo && { replyTo }) },
  };
}
