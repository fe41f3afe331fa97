import type { Store } from '@svc/service-kit';
import type { TranslatorFor } from '@svc/language';
import type { MessageLimiter } from '../../limits/message-limiter.ts';
import type { Mail } from '../../mail/mail.ts';

export interface MailDeps {
  readonly store: Store;
  readonly mail: Mail;
  readonly messageLimiter: MessageLimiter;
  readonly translatorFor: TranslatorFor;
}
