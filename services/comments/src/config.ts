import { queueSettings, storeSettings, type ConfigOf, type Settings } from '@svc/service-kit';

/** The settings of the comments service, besides those that every service has. */
export const commentsSettings = { ...storeSettings, ...queueSettings } satisfies Settings;

/** The settings of the comments service, parsed. */
export type CommentsConfig = ConfigOf<typeof commentsSettings>;
