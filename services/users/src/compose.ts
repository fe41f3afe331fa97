import type { Extension } from '@svc/contracts';
import { openStore, type ServiceContext, type Store } from '@svc/service-kit';
import type { UsersConfig } from './config.ts';
import type { OperationDeps } from './handlers.ts';
import type { CreateUserDeps } from './creation/create-user.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import { FilterStore } from './filters/filter-store.ts';
import { BearerLimiter } from './limits/bearer-limiter.ts';
import { FailureCounter } from './limits/failure-counter.ts';
import { LoginNetworks } from './limits/login-networks.ts';
import { LoginLimiter } from './limits/login-limiter.ts';
import { MessageLimiter } from './limits/message-limiter.ts';
import { LastViews } from './notifications/last-views.ts';
import { Marks } from './notifications/marks.ts';
import { NotificationStore } from './notifications/notification-store.ts';
import type { NotifyOptions } from './notifications/notify-from-events.ts';
import { PasswordResets } from './passwords/password-resets.ts';
import { Passwords } from './passwords/passwords.ts';
import { RecordNames } from './profile/record-names.ts';
import { accountGuard } from './roles/account-guard.ts';
import { rolesOfExtensions } from './roles/roles-of-extensions.ts';
import { siteLinks, type SiteLinks } from './site-links/site-links.ts';
import { usersMigrations } from './store/migrations.ts';
import { importedUserModel } from './store/imported-user-model.ts';
import { UserStore } from './store/user-store.ts';
import { keyEncryptionKey } from './tokens/key-encryption-key.ts';
import { SigningKeys } from './tokens/signing-keys.ts';

const secondsPerHour = 60 * 60;
const secondsPerDay = 24 * secondsPerHour;

/** The parts of the service: those with a lifecycle, and the dependencies of its operations and consumers. */
export interface Composed {
  readonly store: Store;
  readonly signingKeys: SigningKeys;
  readonly siteLinks: SiteLinks;
  readonly deliveries: Deliveries;
  readonly creation: CreateUserDeps & { readonly passwords: Passwords };
  readonly telling: NotifyOptions;
  readonly operations: OperationDeps;
}

/** Composes the service, from the store up, without accessing the database. */
export async function compose(
  context: ServiceContext,
  config: UsersConfig,
  extensions: readonly Extension[],
): Promise<Composed> {
  const { caller, keyring, log, translatorFor } = context;
  const { PUBLIC_URL: publicUrl, LOGIN_ATTEMPTS_PER_ADDRESS: perAddress } = config;
  const tokenSeconds = config.JWT_LIFETIME_DAYS * secondsPerDay;
  const store = await openStore(context, config.MONGODB_URL, usersMigrations);
  const { connection } = store;
  const signingKeys = new SigningKeys(store, {
    encryptionKey: keyEncryptionKey(config.JWT_KEY_SECRET, keyring),
    tokenSeconds,
  });
  const roles = await rolesOfExtensions(extensions, context);
  const users = new UserStore(store, accountGuard(roles));
  const failures = new FailureCounter(connection, config.LOGIN_WINDOW_SECONDS);
  const bearerLimiter = new BearerLimiter(failures, perAddress);
  const loginNetworks = new LoginNetworks(connection);
  const loginLimiter = new LoginLimiter(failures, loginNetworks, {
    perPair: config.LOGIN_ATTEMPTS,
    perAccount: config.LOGIN_ATTEMPTS_PER_ACCOUNT,
    perAddress,
  });
  const messageLimiter = new MessageLimiter(
    new FailureCounter(connection, secondsPerHour),
    config.MESSAGES_PER_HOUR,
  );
  const passwords = new Passwords();
  const resets = new PasswordResets(store);
  const names = new RecordNames(caller);
  const links = siteLinks({
    store,
    roles,
    extensions,
    publicUrl,
    log,
    key: keyEncryptionKey(config.SITE_LINK_SECRET, keyring, 'site links'),
    limiter: bearerLimiter,
    debugMode: config.DEBUG_MODE,
  });
  const notifications = new NotificationStore(store);
  const sending = { ...context, store, users, resets, notifications, now: () => new Date() };
  const deliveries = new Deliveries(sending, config);
  const { mail } = deliveries;
  const { hasPush } = deliveries;
  return {
    store,
    signingKeys,
    deliveries,
    siteLinks: links,
    creation: { store, users, passwords },
    telling: {
      store,
      users,
      roles,
      notifications,
      deliveries,
      log,
      marks: new Marks(store),
      lastViews: new LastViews(connection),
    },
    operations: {
      login: {
        users,
        roles,
        passwords,
        resets,
        signingKeys,
        tokenSeconds,
        loginLimiter,
        bearerLimiter,
        loginNetworks,
      },
      directory: { users, roles, names, baseUser: config.BASE_USER },
      profile: { users, roles, names, hasPush, translatorFor },
      administration: { store, users, roles, names, passwords, mail },
      importing: { store, users, roles, importedUsers: importedUserModel(connection) },
      filters: { filters: new FilterStore(store) },
      notifications: { notifications, users, caller, translatorFor, publicUrl },
      siteLinks: { siteLinks: links, caller, translatorFor },
      mail: { store, mail, messageLimiter, translatorFor },
    },
  };
}
