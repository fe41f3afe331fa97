import { z } from 'zod';
import {
  address,
  eventInterval,
  parseTimeOfDay,
  queueSettings,
  storeSettings,
  type ConfigOf,
  type Settings,
} from '@svc/service-kit';
import { databaseName } from '@svc/service-kit/store';

/** The settings of the search service, in addition to those of every service. */
export const searchSettings = {
  ...storeSettings,
  ...queueSettings,
  MEILI_URL: { meaning: 'URL of the Meilisearch server', schema: address('http', 'https') },
  MEILI_KEY: {
    meaning:
      'API key with rights to search, read and write documents, create, swap and delete indexes, change their settings and read tasks; empty for a server without keys',
    schema: z.string().default(''),
    secret: true,
  },
  MEILI_PREFIX: {
    meaning:
      'prefix of the index names, so that installations can share a server; by default the database prefix of MONGODB_URL',
    schema: z
      .string()
      .regex(/^[\w-]+$/, 'must consist of letters, digits, - and _')
      .optional(),
  },
  SEARCH_INTERVAL_MS: {
    meaning:
      'maximum milliseconds between two batches of changes that are indexed: the first change after a pause is indexed at once, and larger batches cost less',
    schema: eventInterval.default(3_000),
  },
  SEARCH_CHECK_AT: {
    meaning:
      'time of day in UTC, such as 03:30, at which the index is compared with its sources; off for never',
    schema: z
      .string()
      .default('03:30')
      .refine(
        (text) => text === 'off' || parseTimeOfDay(text) !== undefined,
        'must be a time such as 03:30, or off',
      )
      .transform((text) => parseTimeOfDay(text)),
  },
} satisfies Settings;

export type SearchConfig = ConfigOf<typeof searchSettings>;

/** The prefix of the names of this installation's indexes, by default `svc_`. */
export function indexPrefix(config: Pick<SearchConfig, 'MEILI_PREFIX' | 'MONGODB_URL'>): string {
  return config.MEILI_PREFIX ?? databaseName(config.MONGODB_URL, '').replaceAll(/[^\w-]/g, '-');
}
