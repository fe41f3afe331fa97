import { queueSettings, storeSettings, type ConfigOf, type Settings } from '@svc/service-kit';

/** The settings of the comments service, in addition to those of every service. */
export const commentsSettings = { ...storeSettings, ...queueSettings } satisfies Settings;

export type CommentsConfig = ConfigOf<typeof commentsSettings>;
