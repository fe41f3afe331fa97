import { z } from 'zod';
import { address, storeSettings, type ConfigOf, type Settings } from '@svc/service-kit';

/** The settings of the search service, besides those that every service has. */
export const searchSettings = {
  ...storeSettings,
  MEILI_URL: { meaning: 'address of the Meilisearch server', schema: address('http', 'https') },
  MEILI_KEY: {
    meaning:
      'key that may search, write documents and change settings of the indexes; empty for a server without keys',
    schema: z.string().default(''),
    secret: true,
  },
  MEILI_PREFIX: {
    meaning:
      'beginning of the names of the indexes, so that installations can share a server; the database prefix of MONGODB_URL when absent',
    schema: z
      .string()
      .regex(/^[\w-]+$/, 'may have letters, digits, - and _ only')
      .optional(),
  },
} satisfies Settings;

/** The settings of the search service, parsed. */
export type SearchConfig = ConfigOf<typeof searchSettings>;
