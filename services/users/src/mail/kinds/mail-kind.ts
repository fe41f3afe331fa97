import type { Translate } from '@svc/contracts';
import type { Delivery } from '../../deliveries/delivery.ts';
import type { User } from '../../store/user.ts';
import type { MailBody } from '../mail-message.ts';

/** To whom a mail speaks, and in which language. */
export interface Reader {
  readonly user: User;
  readonly translate: Translate;
  /** Of the language, as HTML names it: `fr-FR`. */
  readonly language: string;
}

/** One kind of mail: all that it says is in its file. */
export interface MailKind {
  /** What to say now; undefined when there is nothing left to say. */
  write(mail: Pick<Delivery, 'notifications'>, reader: Reader): Promise<MailBody | undefined>;
}
