import { z } from 'zod';
import { commaList, storeSettings, type ConfigOf, type Settings } from '@svc/service-kit';

const count = z.coerce.number().int().min(1);

/** The settings of the users service, besides those that every service has. */
export const usersSettings = {
  ...storeSettings,
  EXTENSIONS: {
    meaning: 'extensions that declare roles: paths or packages, separated by commas',
    schema: commaList.default([]),
  },
  JWT_LIFETIME_DAYS: {
    meaning: 'days after which a login has to be repeated',
    schema: count.max(365).default(7),
  },
  JWT_KEY_SECRET: {
    meaning:
      'secret that encrypts the signing keys of JWTs in the database, the same for all instances; without it they are encrypted under the key in KEYRING_FILE',
    schema: z.string().min(16, 'must have at least 16 characters').optional(),
    secret: true,
  },
  LOGIN_ATTEMPTS: {
    meaning: 'failed logins to one account in a window before further ones are refused',
    schema: count.default(10),
  },
  LOGIN_ATTEMPTS_PER_ADDRESS: {
    meaning: 'failed logins from one network address in a window before further ones are refused',
    schema: count.default(50),
  },
  LOGIN_WINDOW_SECONDS: {
    meaning: 'length of the window in which failed logins are counted',
    schema: count.max(86_400).default(900),
  },
} satisfies Settings;

/** The settings of the users service, parsed. */
export type UsersConfig = ConfigOf<typeof usersSettings>;
