import { z } from 'zod';
import {
  apiRoot,
  baseUrl,
  commaList,
  followerSettings,
  httpClientSettings,
  permalinkTemplate,
  queueSettings,
  retentionDays,
  storeSettings,
  toggle,
  url,
  type ConfigOf,
  type Settings,
} from '@svc/service-kit';
import { minLength, weaknessOf } from './passwords/check-password-strength.ts';

const weakPassword = `must have at least ${minLength} characters, not all of them the same, and not be one of the most common passwords`;

const secret = z.string().min(16, 'must have at least 16 characters');
const count = z.coerce.number().int().min(1);

/** The settings of the users service, in addition to those of every service. */
export const usersSettings = {
  ...storeSettings,
  ...queueSettings,
  ...httpClientSettings,
  ...followerSettings,
  EXTENSIONS: {
    meaning: 'extensions that declare roles: paths or packages, separated by commas',
    schema: commaList.default([]),
  },
  NOTIFICATION_RETENTION_DAYS: {
    meaning: 'days that notifications are kept, read or not; for ever when not set',
    schema: retentionDays,
  },
  JWT_LIFETIME_DAYS: {
    meaning: 'days after which users must log in again',
    schema: count.max(365).default(7),
  },
  JWT_KEY_SECRET: {
    meaning:
      'secret that encrypts the signing keys of JWTs in the database, the same for all instances; without it they are encrypted under the key in KEYRING_FILE',
    schema: secret.optional(),
    secret: true,
  },
  SITE_LINK_SECRET: {
    meaning:
      'secret that encrypts the tokens of site links in the database, the same for all instances; without it they are encrypted under the key in KEYRING_FILE',
    schema: secret.optional(),
    secret: true,
  },
  DEBUG_MODE: {
    meaning: 'whether sites without HTTPS may be linked; not for real data',
    schema: toggle.default(false),
  },
  PUBLIC_URL: {
    meaning:
      'public address of the installation; addresses of avatars start with it, and by it the remote one of the two sites of a link is known',
    schema: baseUrl.default('http://127.0.0.1:8080'),
  },
  PERMALINK_TEMPLATE: {
    meaning:
      'address of a record for people, or a path under PUBLIC_URL, with {post_type} and {id}; /{post_type}/{id} without it',
    schema: permalinkTemplate,
  },
  API_ROOT: { meaning: 'path in front of all endpoints; / for none', schema: apiRoot },
  BASE_USER: {
    meaning:
      'user name or e-mail of the user who gets what belongs to nobody, as contacts that come in over a site link; the first administrator without it',
    schema: z.string().optional(),
  },
  ADMIN_USERNAME: {
    meaning:
      'user name of the administrator who is made while there is no user at all; nobody is made without it',
    schema: z.string().optional(),
  },
  ADMIN_EMAIL: {
    meaning: 'e-mail address of that administrator; the user name without it, if that is an address',
    schema: z.string().optional(),
  },
  ADMIN_PASSWORD: {
    meaning: 'password of that administrator; without it a random one, which the log shows once',
    schema: z
      .string()
      .refine((password) => weaknessOf(password) === undefined, weakPassword)
      .optional(),
    secret: true,
  },
  LOGIN_ATTEMPTS: {
    meaning:
      'failed logins to one account from one network address before each further one makes the next wait, a second at first and then twice as long each time',
    schema: count.default(10),
  },
  LOGIN_ATTEMPTS_PER_ACCOUNT: {
    meaning:
      'failed logins to one account from all addresses in a window before further ones are refused from those from which nobody has logged in to it for thirty days',
    schema: count.default(100),
  },
  LOGIN_ATTEMPTS_PER_ADDRESS: {
    meaning:
      'failed logins from one network address in a window before further ones are refused, and tokens from there that nobody accepts, of site links or for a new password',
    schema: count.default(50),
  },
  LOGIN_WINDOW_SECONDS: {
    meaning: 'length of the window in which failed attempts are counted, and the longest wait',
    schema: count.max(86_400).default(900),
  },
  SMTP_URL: {
    meaning:
      'address of the SMTP server that mails are handed to, with user and password; without it they stay in the mailbox',
    schema: url('smtp', 'smtps').optional(),
    secret: true,
  },
  MAIL_FROM: {
    meaning: 'sender of mails: an e-mail address, or a name with one in angle brackets',
    schema: z
      .string()
      .regex(
        /^(?:[^\s@<>,;]+@[^\s@<>,;]+|[^<>\p{Cc}]*<[^\s@<>,;]+@[^\s@<>,;]+>)$/u,
        'must be an e-mail address',
      )
      .optional(),
  },
  MESSAGES_PER_HOUR: {
    meaning: 'mails that one user may send to the addresses of records in an hour',
    schema: count.default(200),
  },
  PASSWORD_RESET_URL: {
    meaning:
      'page of a front end that sets a new password with the token it is given; without it mails have the token alone',
    schema: url('http', 'https').optional(),
  },
  PUSH_WEBHOOK_URL: {
    meaning: 'address that gets what is to be pushed to devices; without it there is no push',
    schema: url('http', 'https').optional(),
    secret: true,
  },
  PUSH_WEBHOOK_SECRET: {
    meaning: 'secret that signs what the webhook gets',
    schema: secret.optional(),
    secret: true,
  },
} satisfies Settings;

export type UsersConfig = ConfigOf<typeof usersSettings>;
