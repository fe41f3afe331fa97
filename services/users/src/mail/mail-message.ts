import type { Translate } from '@svc/contracts';
import type { Language } from '@svc/language';
import type { User } from '../model/user.ts';
import type { Delivery } from '../queue/delivery.ts';

export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  /** The author of the text; absent for texts of the service. */
  readonly writer?: { readonly name: string; readonly replyTo?: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailBody extends Omit<MailMessage, 'to' | 'writer'> {
  /** The part of the text that only the receiver may read, such as a token. */
  readonly secret?: string;
}

export interface Reader {
  readonly user: User;
  readonly translate: Translate;
  readonly language: Language;
}

/**
 * Writes the content of one kind of mail; undefined when there is no longer anything to send. Its file contains all of its
 * texts.
 */
export type MailKind = (
  mail: Pick<Delivery, 'notifications'>,
  reader: Reader,
) => Promise<MailBody | undefined>;
