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
import { FilterStore } from './filters/filter-store.ts';
import { BearerLimiter } from './login/bearer-limiter.ts';
import { FailureCounter } from './login/failure-counter.ts';
import { LoginLimiter } from './login/login-limiter.ts';
import { userHandlers } from './operations/user-handlers.ts';
import { Passwords } from './passwords/passwords.ts';
import { RecordNames } from './profile/record-names.ts';
import { rolesOfExtensions } from './roles/roles-of-extensions.ts';
import { siteLinks } from './site-links/site-links.ts';
import { UserStore } from './store/user-store.ts';
import { keyEncryptionKey } from './tokens/key-encryption-key.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import type { UsersDeps } from './users-deps.ts';

const secondsPerDay = 24 * 60 * 60;

/** The users service as a process. */
export const usersService: ServiceDefinition<typeof usersSettings> = {
  name: 'users',
  settings: usersSettings,
  start: startUsers,
};

/** Starts one instance of the users service. */
export async function startUsers(context: ServiceContext, config: UsersConfig): Promise<RunningService> {
  const store = await openStore(context, config.MONGODB_URL);
  const deps = await makeDeps(store, context, config);
  await store.prepare();
  await deps.signingKeys.prepare(context.log);
  await makeFirstAdministrator(deps, config, context.log);
  await deps.siteLinks.store.prepare();
  const links = await consumeEvents(contactLinks({ users: deps.users, log: context.log }), {
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
      await store.close();
    },
  };
}

async function makeDeps(store: Store, context: ServiceContext, config: UsersConfig): Promise<UsersDeps> {
  const tokenSeconds = config.JWT_LIFETIME_DAYS * secondsPerDay;
  const encryptionKey = keyEncryptionKey(config.JWT_KEY_SECRET, context.keyring);
  const extensions = await loadExtensions(config.EXTENSIONS);
  const roles = await rolesOfExtensions(extensions, context);
  const failures = new FailureCounter(store.connection, config.LOGIN_WINDOW_SECONDS);
  return {
    store,
    tokenSeconds,
    users: new UserStore(store),
    filters: new FilterStore(store),
    names: new RecordNames(context.caller),
    roles,
    passwords: new Passwords(),
    signingKeys: new SigningKeys(store, { encryptionKey, tokenSeconds }),
    loginLimiter: new LoginLimiter(failures, {
      perAccount: config.LOGIN_ATTEMPTS,
      perAddress: config.LOGIN_ATTEMPTS_PER_ADDRESS,
    }),
    siteLinks: siteLinks({
      ...{ store, roles, extensions, log: context.log },
      key: keyEncryptionKey(config.SITE_LINK_SECRET, context.keyring, 'site links'),
      limiter: new BearerLimiter(failures, config.LOGIN_ATTEMPTS_PER_ADDRESS),
      debugMode: config.DEBUG_MODE,
      publicUrl: config.PUBLIC_URL,
    }),
    baseUser: config.BASE_USER,
    caller: context.caller,
  };
}
