import type { TranslatorFor } from '@svc/language';
import type { NotificationStore } from '../../notifications/notification-store.ts';
import type { WordingSources } from '../../notifications/wording-now.ts';

/** What users read and mark what they were told with. */
export interface NotificationDeps extends WordingSources {
  readonly notifications: NotificationStore;
  /** Puts texts in a language. */
  readonly translatorFor: TranslatorFor;
  /** Public address of the installation. */
  readonly publicUrl: string;
}
