import { z } from 'zod';
import {
  apiRoot,
  baseUrl,
  commaList,
  eventInterval,
  hookSettings,
  httpClientSettings,
  isLoopback,
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

const weakPassword = `must have at least ${minLength} characters, not all the same, and must not be one of the most common passwords`;

const secret = z.string().min(16, 'must have at least 16 characters');
const count = z.coerce.number().int().min(1);

/** The settings of the users service, in addition to those of every service. */
export const usersSettings = {
  ...storeSettings,
  ...queueSettings,
  ...httpClientSettings,
  ...hookSettings,
  EXTENSIONS: {
    meaning: 'extensions that declare roles, as paths or packages, separated by commas',
    schema: commaList.default([]),
  },
  NOTIFICATION_INTERVAL_MS: {
    meaning:
      'maximum milliseconds between two batches of changes that are notified: the first change after a pause is handled at once, and larger batches cost less',
    schema: eventInterval.default(500),
  },
  NOTIFICATION_RETENTION_DAYS: {
    meaning: 'days until a notification is deleted, read or unread; by default never',
    schema: retentionDays,
  },
  AUDIT_RETENTION_DAYS: {
    meaning: 'days until an entry of the audit log is deleted; by default never',
    schema: retentionDays,
  },
  JWT_LIFETIME_DAYS: {
    meaning: 'days until a login token expires',
    schema: count.max(365).default(7),
  },
  ACCESS_TOKEN_MINUTES: {
    meaning: 'minutes until a login token expires that was issued with a refresh token',
    schema: count.max(1_440).default(15),
  },
  SESSION_DAYS: {
    meaning: 'days without use until a refresh token expires',
    schema: count.max(365).default(30),
  },
  SECOND_FACTOR_ROLES: {
    meaning: 'roles whose users need a second factor to log in, separated by commas',
    schema: commaList.default([]),
  },
  PASSKEY_DOMAIN: {
    meaning:
      'domain of passkeys, the host of PUBLIC_URL or one above it; by default the host of PUBLIC_URL. After a change of the domain, existing passkeys are not accepted',
    schema: z
      .string()
      .regex(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'must be a domain in lower case')
      .optional(),
  },
  PASSKEY_ORIGINS: {
    meaning:
      'origins whose pages use passkeys in addition to that of PUBLIC_URL, at the domain of passkeys or below it, separated by commas',
    schema: commaList
      .refine(
        (all) => all.every((each) => URL.canParse(each)),
        'must be origins like https://app.example.org',
      )
      .default([]),
  },
  OIDC_ISSUER: {
    meaning:
      'URL of the OpenID provider with whose accounts users log in, as its tokens name it; by default there is none',
    schema: url('https', 'http')
      .refine(
        (text) => text.startsWith('https:') || isLoopback(new URL(text).hostname),
        'must be an https address; http is for a provider on this machine',
      )
      .optional(),
  },
  OIDC_CLIENT_ID: {
    meaning: 'client id of this installation at the OpenID provider',
    schema: z.string().min(1).optional(),
  },
  OIDC_CLIENT_SECRET: {
    meaning: 'client secret of this installation; by default it is a public client',
    schema: z.string().min(1).optional(),
    secret: true,
  },
  OIDC_NAME: {
    meaning: 'name of the OpenID provider on the button of sign-in pages; by default the host of OIDC_ISSUER',
    schema: z.string().min(1).max(60).optional(),
  },
  OIDC_SCOPES: {
    meaning: 'scopes to request from the OpenID provider, separated by spaces',
    schema: z
      .string()
      .refine((text) => text.split(' ').includes('openid'), 'must contain openid')
      .default('openid email profile'),
  },
  OIDC_RETURN_TO: {
    meaning:
      'addresses to which a login with the OpenID provider may lead, and the paths below them, separated by commas; by default PUBLIC_URL',
    schema: commaList
      .refine((all) => all.every((each) => /^https?:/.test(each) && URL.canParse(each)), 'must be URLs')
      .default([]),
  },
  OIDC_MATCH_EMAIL: {
    meaning:
      'whether the verified e-mail address of an OpenID account links it with the user of this address',
    schema: toggle.default(false),
  },
  OIDC_UNVERIFIED_EMAIL: {
    meaning:
      'whether new users may have an e-mail address of an OpenID provider that does not state whether it has verified addresses',
    schema: toggle.default(false),
  },
  OIDC_ROLE_CLAIM: {
    meaning: 'claim of an OpenID account that decides the roles of a new user',
    schema: z.string().min(1).default('groups'),
  },
  OIDC_ROLES: {
    meaning:
      'roles of new users by values of that claim, as staff=multiplier,*=registered; by default unknown users are refused',
    schema: commaList
      .refine((all) => all.every((each) => /^[^=]+=\w+$/.test(each)), 'must be pairs like staff=multiplier')
      .transform((all) => new Map(all.map((each) => each.split('=') as [string, string])))
      .default(new Map()),
  },
  OIDC_PASSWORD_LOGIN: {
    meaning: 'whether users with an OpenID account may log in with a password as well',
    schema: toggle.default(true),
  },
  JWT_KEY_SECRET: {
    meaning:
      'secret that encrypts the JWT signing keys and the secrets of second factors in the database, the same for all instances; by default the key in KEYRING_FILE',
    schema: secret.optional(),
    secret: true,
  },
  SITE_LINK_SECRET: {
    meaning:
      'secret that encrypts the tokens of site links in the database, the same for all instances; by default the key in KEYRING_FILE',
    schema: secret.optional(),
    secret: true,
  },
  DEBUG_MODE: {
    meaning: 'whether sites without HTTPS may be linked; unsafe with real data',
    schema: toggle.default(false),
  },
  PUBLIC_URL: {
    meaning:
      'public URL of the installation; addresses of avatars begin with it, and it distinguishes the installation from the other site of a site link',
    schema: baseUrl.default('http://127.0.0.1:8080'),
  },
  PERMALINK_TEMPLATE: {
    meaning:
      'address of a record for people, or a path under PUBLIC_URL, with {post_type} and {id}; /{post_type}/{id} without it',
    schema: permalinkTemplate,
  },
  API_ROOT: { meaning: 'path that begins the address of every endpoint; / for none', schema: apiRoot },
  BASE_USER: {
    meaning:
      'user name or e-mail address of the user who gets records without an owner, such as contacts that arrive over a site link; by default the first administrator',
    schema: z.string().optional(),
  },
  ADMIN_USERNAME: {
    meaning:
      'user name of the administrator who is created while there are no users; by default none is created',
    schema: z.string().optional(),
  },
  ADMIN_EMAIL: {
    meaning: 'e-mail address of that administrator; by default the user name, if it is an address',
    schema: z.string().optional(),
  },
  ADMIN_PASSWORD: {
    meaning: 'password of that administrator; by default a random one, which the log shows once',
    schema: z
      .string()
      .refine((password) => weaknessOf(password) === undefined, weakPassword)
      .optional(),
    secret: true,
  },
  LOGIN_ATTEMPTS: {
    meaning:
      'failed logins to one account from one network address before each further failure delays the next attempt, by one second at first and then twice as long each time',
    schema: count.default(10),
  },
  LOGIN_ATTEMPTS_PER_ACCOUNT: {
    meaning:
      'failed logins to one account from all addresses in a window before logins are refused from addresses without a successful login to it in the last thirty days',
    schema: count.default(100),
  },
  LOGIN_ATTEMPTS_PER_ADDRESS: {
    meaning:
      'failed logins from one network address in a window before further ones are refused; invalid tokens of site links and password resets count too',
    schema: count.default(50),
  },
  LOGIN_WINDOW_SECONDS: {
    meaning: 'seconds of the window in which failed attempts are counted; also the longest delay',
    schema: count.max(86_400).default(900),
  },
  SMTP_URL: {
    meaning:
      'URL of the SMTP server that sends mails, with user and password; by default nothing is sent, and mails about notifications are not made',
    schema: url('smtp', 'smtps').optional(),
    secret: true,
  },
  MAIL_FROM: {
    meaning: 'sender of mails: an e-mail address, or a name and an e-mail address in angle brackets',
    schema: z
      .string()
      .regex(
        /^(?:[^\s@<>,;]+@[^\s@<>,;]+|[^<>\p{Cc}]*<[^\s@<>,;]+@[^\s@<>,;]+>)$/u,
        'must be an e-mail address',
      )
      .optional(),
  },
  MESSAGES_PER_HOUR: {
    meaning: 'maximum number of mails that one user may send to the addresses of records in an hour',
    schema: count.default(200),
  },
  ALL_MESSAGES_PER_HOUR: {
    meaning:
      'maximum number of mails that all users together may send to the addresses of records in an hour',
    schema: count.default(2_000),
  },
  PASSWORD_RESET_URL: {
    meaning:
      "URL of the front end's page that sets a new password with the token in its address; by default mails contain the token alone",
    schema: url('http', 'https').optional(),
  },
  PUSH_WEBHOOK_URL: {
    meaning: 'URL of the webhook that delivers pushes to devices; by default nothing is pushed',
    schema: url('http', 'https').optional(),
    secret: true,
  },
  PUSH_WEBHOOK_SECRET: {
    meaning: 'secret that signs the requests to the webhook',
    schema: secret.optional(),
    secret: true,
  },
} satisfies Settings;

export type UsersConfig = ConfigOf<typeof usersSettings>;
