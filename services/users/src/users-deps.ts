import type { TranslatorFor } from '@svc/language';
import type { BusCaller, Store } from '@svc/service-kit';
import type { Deliveries } from './deliveries/deliveries.ts';
import type { FilterStore } from './filters/filter-store.ts';
import type { BearerLimiter } from './login/bearer-limiter.ts';
import type { KnownAddresses } from './login/known-addresses.ts';
import type { LoginLimiter } from './login/login-limiter.ts';
import type { Mail } from './mail/mail.ts';
import type { MessageLimiter } from './mail/message-limiter.ts';
import type { NotificationStore } from './notifications/notification-store.ts';
import type { PasswordResets } from './passwords/password-resets.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { RecordNames } from './profile/record-names.ts';
import type { RoleCatalogue } from './roles/role-catalogue.ts';
import type { SiteLinks } from './site-links/site-links.ts';
import type { UserStore } from './store/user-store.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

/** What the operations of this service work with. */
export interface UsersDeps {
  readonly store: Store;
  readonly users: UserStore;
  /** What users have saved of list pages. */
  readonly filters: FilterStore;
  /** What records knows of users' settings. */
  readonly names: RecordNames;
  readonly roles: RoleCatalogue;
  readonly passwords: Passwords;
  readonly signingKeys: SigningKeys;
  readonly loginLimiter: LoginLimiter;
  readonly knownAddresses: KnownAddresses;
  /** Limits tokens that nobody accepts, those of site links and of password mails together. */
  readonly bearerLimiter: BearerLimiter;
  /** The rights to set a password that are open. */
  readonly resets: PasswordResets;
  /** What users were told. */
  readonly notifications: NotificationStore;
  /** Sends what users are told of. */
  readonly deliveries: Deliveries;
  readonly mail: Mail;
  readonly messageLimiter: MessageLimiter;
  readonly siteLinks: SiteLinks;
  /** Name or e-mail of the user who gets what nobody has; without it the first administrator does. */
  readonly baseUser: string | undefined;
  /** Asks other services in this one's own name. */
  readonly caller: Pick<BusCaller, 'call'>;
  /** Puts texts in a language. */
  readonly translatorFor: TranslatorFor;
  /** Public address of the installation. */
  readonly publicUrl: string;
  /** How long a login is valid. */
  readonly tokenSeconds: number;
}
