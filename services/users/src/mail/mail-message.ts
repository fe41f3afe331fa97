import type { Translate } from '@svc/contracts';
import type { Language } from '@svc/language';
import type { User } from '../model/user.ts';
import type { Delivery } from '../queue/delivery.ts';

/** A mail as it goes out. */
export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  /** Whose words it has; absent where it has the service's own. */
  readonly writer?: { readonly name: string; readonly replyTo?: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a kind of mail says. */
export interface MailBody extends Omit<MailMessage, 'to' | 'writer'> {
  /** What of it nobody but the receiver may read. */
  readonly secret?: string;
}

/** To whom a mail speaks, and in which language. */
export interface Reader {
  readonly user: User;
  readonly translate: Translate;
  readonly language: Language;
}

/** One kind of mail: all that it says is in its file. */
export interface MailKind {
  /** What to say now; undefined when there is nothing left to say. */
  write(mail: Pick<Delivery, 'notifications'>, reader: Reader): Promise<MailBody | undefined>;
}
