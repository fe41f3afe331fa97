import type { TranslatorFor } from '@svc/language';
import type { BusCaller, Store } from '@svc/service-kit';
import type { CreateUserDeps } from '../creation/create-user.ts';
import type { DraftDeps } from '../creation/draft-of-request.ts';
import type { FilterStore } from '../filters/filter-store.ts';
import type { ImportUsersDeps } from '../importing/import-user.ts';
import type { BearerLimiter } from '../limits/bearer-limiter.ts';
import type { LoginNetworks } from '../limits/login-networks.ts';
import type { MessageLimiter } from '../limits/message-limiter.ts';
import type { Mail } from '../mail/mail.ts';
import type { NotificationStore } from '../notifications/notification-store.ts';
import type { WordingSources } from '../notifications/wording-now.ts';
import type { CheckPasswordDeps } from '../passwords/check-password.ts';
import type { PasswordResets } from '../passwords/password-resets.ts';
import type { RecordNames } from '../profile/record-names.ts';
import type { RoleCatalogue } from '../roles/role-catalogue.ts';
import type { SiteLinks } from '../site-links/site-links.ts';
import type { UserStore } from '../store/user-store.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';

export interface LoginDeps extends CheckPasswordDeps {
  readonly roles: RoleCatalogue;
  readonly signingKeys: SigningKeys;
  readonly resets: PasswordResets;
  /** Limits refused tokens, those of site links and of password resets together. */
  readonly bearerLimiter: BearerLimiter;
  readonly loginNetworks: LoginNetworks;
}

export interface PlaceDeps {
  readonly users: UserStore;
  /** Looks up the names of records, places and options in the settings of users. */
  readonly names: RecordNames;
}

export interface DirectoryDeps extends PlaceDeps {
  readonly roles: RoleCatalogue;
  /** User name or e-mail address of the base user; undefined for the first administrator. */
  readonly baseUser: string | undefined;
}

export interface ProfileDeps extends PlaceDeps {
  readonly roles: RoleCatalogue;
  /** Whether a webhook takes pushes. */
  readonly hasPush: boolean;
  readonly translatorFor: TranslatorFor;
}

export interface AdministrationDeps extends CreateUserDeps, DraftDeps {
  readonly mail: Mail;
}

export interface FilterDeps {
  readonly filters: FilterStore;
}

export interface NotificationDeps extends WordingSources {
  readonly notifications: NotificationStore;
  readonly translatorFor: TranslatorFor;
  readonly publicUrl: string;
}

export interface SiteLinkDeps {
  readonly siteLinks: SiteLinks;
  /** Calls other services in this service's own name. */
  readonly caller: Pick<BusCaller, 'call'>;
  readonly translatorFor: TranslatorFor;
}

export interface MailDeps {
  readonly store: Store;
  readonly mail: Mail;
  readonly messageLimiter: MessageLimiter;
  readonly translatorFor: TranslatorFor;
}

/** The dependencies of all operations; each of them names those that it takes. */
export interface OperationDeps
  extends
    LoginDeps,
    DirectoryDeps,
    ProfileDeps,
    AdministrationDeps,
    ImportUsersDeps,
    FilterDeps,
    NotificationDeps,
    SiteLinkDeps,
    MailDeps {}
