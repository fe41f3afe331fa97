import type { Extension } from '@svc/contracts';
import { Pictures } from '@svc/pictures';
import { permalinkMaker, type ServiceContext } from '@svc/service-kit';
import { HttpClient } from '@svc/service-kit/http-client';
import { Collection, openStore, RateCounter } from '@svc/service-kit/store';
import { ApiKeyStore } from './api-keys/api-key-store.ts';
import { AuditLog } from './audit/audit-log.ts';
import { AvatarAddresses } from './avatars/avatar-addresses.ts';
import { AvatarPictures } from './avatars/avatar-pictures.ts';
import type { UsersConfig } from './config.ts';
import { makeDeliveries } from './deliveries/deliveries.ts';
import { FilterStore } from './filters/filter-store.ts';
import type { ImportedUser } from './importing/import-password.ts';
import { bearerLimiter } from './limits/bearer-limiter.ts';
import { loginLimiter } from './limits/login-limiter.ts';
import { LoginNetworks } from './limits/login-networks.ts';
import { messageLimiter } from './limits/message-limiter.ts';
import { LastViews } from './notifications/last-views.ts';
import { Marks } from './notifications/marks.ts';
import { NotificationStore } from './notifications/notification-store.ts';
import { unknowablePassword, type Argon2Cost } from './passwords/hash-password.ts';
import { PasswordResets } from './passwords/password-resets.ts';
import { Passwords } from './passwords/passwords.ts';
import { makeProviderLogins } from './provider-login/provider-logins.ts';
import { ProviderStore } from './provider-login/provider-store.ts';
import { Provider } from './provider-login/provider.ts';
import { RecordNames } from './profile/record-names.ts';
import { accountGuard } from './roles/account-guard.ts';
import { InstallationRoles } from './roles/installation-roles.ts';
import { knownCapabilities } from './roles/known-capabilities.ts';
import { rolesOfExtensions } from './roles/roles-of-extensions.ts';
import { PasskeyChallenges } from './second-factor/passkey-challenges.ts';
import { relyingPartyOf } from './second-factor/relying-party.ts';
import { SecondFactorStore } from './second-factor/second-factor-store.ts';
import { makeSecondFactors } from './second-factor/second-factors.ts';
import { SessionStore } from './sessions/session-store.ts';
import { makeSessions } from './sessions/sessions.ts';
import { siteLinks } from './site-links/site-links.ts';
import { usersMigrations } from './store/migrations.ts';
import { UserStore } from './store/user-store.ts';
import { keyEncryptionKey } from './tokens/key-encryption-key.ts';
import { SigningKeys } from './tokens/signing-keys.ts';

const secondsPerMinute = 60;
const secondsPerHour = 60 * secondsPerMinute;
const secondsPerDay = 24 * secondsPerHour;

/** Makes the parts of the service, from the store up, without accessing the database. */
export async function compose(
  context: ServiceContext,
  config: UsersConfig,
  { extensions, cost }: { extensions: readonly Extension[]; cost: Argon2Cost },
) {
  const { caller, keyring, log, translatorFor } = context;
  const { PUBLIC_URL: publicUrl, LOGIN_ATTEMPTS_PER_ADDRESS: perAddress } = config;
  const store = await openStore(context, config.MONGODB_URL, usersMigrations);
  const { connection } = store;
  const declaredRoles = await rolesOfExtensions(extensions, {
    ...context,
    timeoutMs: config.HOOK_TIMEOUT_MS,
  });
  const audit = new AuditLog({
    store,
    key: keyEncryptionKey(config.JWT_KEY_SECRET, keyring, 'audit log'),
    log,
  });
  const installationRoles = new InstallationRoles(store, declaredRoles, audit);
  const roles = installationRoles.catalogue;
  const users = new UserStore(store, accountGuard(roles), audit);
  const sessionStore = new SessionStore(store, audit);
  const tokenSeconds = config.JWT_LIFETIME_DAYS * secondsPerDay;
  const accessSeconds = config.ACCESS_TOKEN_MINUTES * secondsPerMinute;
  const signingKeys = new SigningKeys(store, {
    encryptionKey: keyEncryptionKey(config.JWT_KEY_SECRET, keyring),
    tokenSeconds: Math.max(tokenSeconds, accessSeconds),
  });
  const notifications = new NotificationStore(store);
  const resets = new PasswordResets(store);
  const failures = new RateCounter(connection, 'failed_logins', config.LOGIN_WINDOW_SECONDS);
  const messages = new RateCounter(connection, 'failed_logins', secondsPerHour);
  const limiter = bearerLimiter(failures, perAddress);
  const secondFactors = makeSecondFactors({
    store,
    factors: new SecondFactorStore(store),
    challenges: new PasskeyChallenges(store),
    sessionStore,
    audit,
    failures,
    attempts: config.LOGIN_ATTEMPTS,
    key: keyEncryptionKey(config.JWT_KEY_SECRET, keyring, 'second factors'),
    roles: config.SECOND_FACTOR_ROLES,
    issuer: new URL(publicUrl).host,
    party: relyingPartyOf({ publicUrl, domain: config.PASSKEY_DOMAIN, origins: config.PASSKEY_ORIGINS }),
    log,
  });
  const sessions = makeSessions({
    store: sessionStore,
    users,
    signingKeys,
    key: keyEncryptionKey(config.JWT_KEY_SECRET, keyring, 'refresh tokens'),
    accessSeconds,
    tokenSeconds,
    refreshSeconds: config.SESSION_DAYS * secondsPerDay,
    isProved: secondFactors.isProved,
  });
  const loginNetworks = new LoginNetworks(connection);
  const permalinkOf = permalinkMaker(publicUrl, config.PERMALINK_TEMPLATE);
  const sending = { ...context, store, users, resets, notifications, permalinkOf, now: () => new Date() };
  const deliveries = makeDeliveries(sending, config);
  return {
    store,
    audit,
    users,
    roles,
    installationRoles,
    capabilities: knownCapabilities(extensions, declaredRoles),
    apiKeys: new ApiKeyStore(store, audit),
    notifications,
    resets,
    deliveries,
    caller,
    translatorFor,
    permalinkOf,
    log,
    bearerLimiter: limiter,
    loginNetworks,
    mail: deliveries.mail,
    hasPush: deliveries.hasPush,
    marks: new Marks(store),
    lastViews: new LastViews(connection),
    passwords: new Passwords({ maxWaiting: config.QUEUE_LENGTH, metrics: context.metrics, cost }),
    names: new RecordNames(caller),
    avatars: new AvatarAddresses({
      base: `${publicUrl}${config.API_ROOT}/avatars/v1/`,
      secret: keyring.secret,
    }),
    avatarPictures: new AvatarPictures(store),
    pictures: new Pictures({ maxWaiting: config.QUEUE_LENGTH, metrics: context.metrics }),
    baseUser: config.BASE_USER,
    filters: new FilterStore(store),
    importedUsers: new Collection<ImportedUser>(store, 'imported_users'),
    limitMessages: messageLimiter(messages, {
      ofUser: config.MESSAGES_PER_HOUR,
      ofAll: config.ALL_MESSAGES_PER_HOUR,
    }),
    loginLimiter: loginLimiter(failures, loginNetworks, {
      perPair: config.LOGIN_ATTEMPTS,
      perAccount: config.LOGIN_ATTEMPTS_PER_ACCOUNT,
      perAddress,
    }),
    signingKeys,
    sessionStore,
    secondFactors,
    sessions,
    providerLogins: makeProviderLogins({
      provider: providerOf(config),
      name: config.OIDC_NAME ?? (config.OIDC_ISSUER ? new URL(config.OIDC_ISSUER).host : ''),
      stored: new ProviderStore(store),
      store,
      audit,
      users,
      roles,
      sessions,
      limiter,
      key: keyEncryptionKey(config.JWT_KEY_SECRET, keyring, 'provider logins'),
      scopes: config.OIDC_SCOPES,
      returnTo: config.OIDC_RETURN_TO.length > 0 ? config.OIDC_RETURN_TO : [publicUrl],
      matchesEmail: config.OIDC_MATCH_EMAIL,
      acceptsUnverified: config.OIDC_UNVERIFIED_EMAIL,
      roleClaim: config.OIDC_ROLE_CLAIM,
      roleMapping: config.OIDC_ROLES,
      hasPasswords: config.OIDC_PASSWORD_LOGIN,
      noPassword: () => unknowablePassword(cost),
    }),
    siteLinks: siteLinks({
      store,
      audit,
      roles,
      extensions,
      publicUrl,
      log,
      key: keyEncryptionKey(config.SITE_LINK_SECRET, keyring, 'site links'),
      limiter,
      debugMode: config.DEBUG_MODE,
    }),
  };
}

/** The configured identity provider. @throws Error for an incomplete configuration. */
function providerOf(config: UsersConfig): Provider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined) return undefined;
  if (clientId === undefined) throw new Error('OIDC_ISSUER requires OIDC_CLIENT_ID');
  return new Provider({ http: new HttpClient(config.ALLOWED_PRIVATE_HOSTS), issuer, clientId, clientSecret });
}

/** The parts of the service that an operation takes. */
export type Deps<Part extends keyof Awaited<ReturnType<typeof compose>>> = Pick<
  Awaited<ReturnType<typeof compose>>,
  Part
>;
