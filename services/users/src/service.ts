import type { Extension } from '@svc/contracts';
import { createTranslators } from '@svc/language';
import {
  consumeEvents,
  loadExtensions,
  OperationServer,
  openStore,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
  type Store,
} from '@svc/service-kit';
import { usersSettings, type UsersConfig } from './config.ts';
import { contactLinks } from './contacts/contact-links.ts';
import { makeFirstAdministrator } from './creation/first-administrator.ts';
import { makeDeliveries } from './deliveries/make-deliveries.ts';
import { FilterStore } from './filters/filter-store.ts';
import { BearerLimiter } from './login/bearer-limiter.ts';
import { FailureCounter } from './login/failure-counter.ts';
import { KnownAddresses } from './login/known-addresses.ts';
import { LoginLimiter } from './login/login-limiter.ts';
import { MessageLimiter } from './mail/message-limiter.ts';
import { LastViews } from './notifications/last-views.ts';
import { Marks } from './notifications/marks.ts';
import { NotificationStore } from './notifications/notification-store.ts';
import { takeViews } from './notifications/take-views.ts';
import { tellEvents } from './notifications/tell-events.ts';
import { userHandlers } from './operations/user-handlers.ts';
import { PasswordResets } from './passwords/password-resets.ts';
import { Passwords } from './passwords/passwords.ts';
import { RecordNames } from './profile/record-names.ts';
import { accountGuard } from './roles/account-guard.ts';
import { rolesOfExtensions } from './roles/roles-of-extensions.ts';
import { siteLinks } from './site-links/site-links.ts';
import { UserStore } from './store/user-store.ts';
import { keyEncryptionKey } from './tokens/key-encryption-key.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import type { UsersDeps } from './users-deps.ts';

const secondsPerHour = 60 * 60;
const secondsPerDay = 24 * secondsPerHour;

/** The users service as a process. */
export const usersService: ServiceDefinition<typeof usersSettings> = {
  name: 'users',
  settings: usersSettings,
  start: startUsers,
};

/** Starts one instance of the users service. */
export async function startUsers(basics: ServiceContext, config: UsersConfig): Promise<RunningService> {
  const extensions = await loadExtensions(config.EXTENSIONS);
  const translatorFor = createTranslators(extensions.map(({ translations = {} }) => translations));
  const context = { ...basics, translatorFor };
  const store = await openStore(context, config.MONGODB_URL);
  const deps = await makeDeps(store, context, { config, extensions });
  const memory = { marks: new Marks(store), lastViews: new LastViews(store.connection) };
  await store.prepare();
  await deps.signingKeys.prepare(context.log);
  await makeFirstAdministrator(deps, config, context.log);
  await deps.siteLinks.store.prepare();
  await deps.siteLinks.table.fill();
  const links = await consumeEvents(contactLinks({ users: deps.users, log: context.log }), {
    ...context,
    connection: context.bus,
  });
  const viewing = await consumeEvents(takeViews({ ...deps, ...memory }), {
    ...context,
    connection: context.bus,
  });
  const telling = await consumeEvents(tellEvents({ ...deps, ...memory, log: context.log }), {
    ...context,
    connection: context.bus,
  });
  const server = new OperationServer({
    ...context,
    connection: context.bus,
    handlers: userHandlers,
    deps,
    idempotency: store.idempotency,
  });
  deps.deliveries.kick();
  // Who is told that this instance has started can ask it at once.
  await context.bus.flush();
  return {
    checks: [
      { name: 'database', check: () => store.check() },
      { name: 'signing key', check: async () => void (await deps.signingKeys.signer()) },
    ],
    async stop() {
      await server.drain();
      await links.stop();
      await telling.stop();
      await viewing.stop();
      await deps.deliveries.stop();
      await store.close();
    },
  };
}

async function makeDeps(
  store: Store,
  context: ServiceContext,
  { config, extensions }: { config: UsersConfig; extensions: readonly Extension[] },
): Promise<UsersDeps> {
  const tokenSeconds = config.JWT_LIFETIME_DAYS * secondsPerDay;
  const encryptionKey = keyEncryptionKey(config.JWT_KEY_SECRET, context.keyring);
  const roles = await rolesOfExtensions(extensions, context);
  const failures = new FailureCounter(store.connection, config.LOGIN_WINDOW_SECONDS);
  const bearerLimiter = new BearerLimiter(failures, config.LOGIN_ATTEMPTS_PER_ADDRESS);
  const knownAddresses = new KnownAddresses(store.connection);
  const users = new UserStore(store, accountGuard(roles));
  const resets = new PasswordResets(store);
  const notifications = new NotificationStore(store);
  return {
    ...{ store, tokenSeconds, users, resets, notifications, bearerLimiter, knownAddresses },
    ...makeDeliveries({ ...context, store, users, resets, notifications, now: () => new Date() }, config),
    messageLimiter: new MessageLimiter(
      new FailureCounter(store.connection, secondsPerHour),
      config.MESSAGES_PER_HOUR,
    ),
    filters: new FilterStore(store),
    names: new RecordNames(context.caller),
    roles,
    passwords: new Passwords(),
    signingKeys: new SigningKeys(store, { encryptionKey, tokenSeconds }),
    loginLimiter: new LoginLimiter(failures, knownAddresses, {
      perPair: config.LOGIN_ATTEMPTS,
      perAccount: config.LOGIN_ATTEMPTS_PER_ACCOUNT,
      perAddress: config.LOGIN_ATTEMPTS_PER_ADDRESS,
    }),
    siteLinks: siteLinks({
      ...{ store, roles, extensions, log: context.log },
      key: keyEncryptionKey(config.SITE_LINK_SECRET, context.keyring, 'site links'),
      limiter: bearerLimiter,
      debugMode: config.DEBUG_MODE,
      publicUrl: config.PUBLIC_URL,
    }),
    baseUser: config.BASE_USER,
    caller: context.caller,
    translatorFor: context.translatorFor,
    publicUrl: config.PUBLIC_URL,
  };
}
