import type { TranslatorFor } from '@svc/language';
import type { NotificationStore } from '../../notifications/notification-store.ts';
import type { WordingSources } from '../../notifications/wording-now.ts';

export interface NotificationDeps extends WordingSources {
  readonly notifications: NotificationStore;
  readonly translatorFor: TranslatorFor;
  readonly publicUrl: string;
}
