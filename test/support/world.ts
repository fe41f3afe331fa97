import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import mongoose, { type Connection, type mongo } from 'mongoose';
import type { NatsConnection } from 'nats';
import {
  recordsImportLocations,
  systemActor,
  usersCreate,
  type Identity,
  type Operation,
} from '@svc/contracts';
import {
  startServices,
  type Instances,
  type ServiceInstance,
  type Services,
  type ServicesOptions,
} from '@svc/launcher';
import { indentTail, startGuard, startStack, type Env, type Guard, type Stack } from '@svc/local-stack';
import {
  BusCaller,
  connectBus,
  createLogger,
  Deadline,
  keyringFile,
  loadKeyring,
  watchKeyring,
} from '@svc/service-kit';
import { databaseName } from '@svc/service-kit/store';
import {
  allDone,
  busConfigOf,
  checkedFirst,
  dropDatabases,
  sharedServers,
  throwAwayRoot,
} from '@svc/testing';
import { gridRows } from './grid.ts';
import { sharedBySuites } from './shared-by-suites.ts';

interface WorldOptions {
  instances?: Instances;
  /** Settings of the services, over those of the environment. */
  env?: Env;
  /** Whether database and engine are of this world alone; it shares them with other suites otherwise. */
  isAlone?: boolean;
  /** Whether a process that was killed is started again. Default true. */
  restart?: boolean;
  /** The longest pause before a process is started again, in milliseconds. Default: as long as in earnest. */
  maxPauseMs?: number;
  /** The file that is run for a service, instead of its own. */
  entryOf?: ServicesOptions['entryOf'];
  /** What is done when the servers run and no service does. */
  beforeServices?: (servers: Pick<World, 'dataDir' | 'stack'>) => Promise<void>;
}

export interface NewUser {
  /** A key of a role, for example `multiplier`. */
  role: string;
  /** Default: the role and a random end, so that it is free on servers that are used again. */
  username?: string;
  /** Default: a secret of this name alone. */
  password?: string;
  displayName?: string;
  /** Default: that of the service. */
  locale?: string;
}

export interface TestUser {
  id: number;
  username: string;
  password: string;
  email: string;
  displayName: string;
  /** The contact that stands for the user. */
  contactId: number | null;
  /** A fresh JWT. */
  token: string;
}

/** The whole service as processes over real servers, with data of its own that goes when it is closed. */
export interface World {
  /** Of the first gateway. */
  gatewayUrl: string;
  gatewayUrls: string[];
  /** Where tools find the running services. */
  dataDir: string;
  stack: Stack;
  /** The running processes, to look at and to kill. */
  services: ServiceInstance[];
  replace: Services['replace'];
  /** The test's own connection, to look at events. */
  bus: NatsConnection;
  /** The test's own connection, to look behind the services. */
  database: Connection;
  /** The database of a service. */
  databaseOf(service: string): mongo.Db;
  /**
   * Resolves when all that earlier requests have brought about is done: before a test reads what comes soon, but not before
   * the answer.
   */
  settled(): Promise<void>;
  /** Asks an operation as the admin tool does, or as a service where that is for services only. */
  ask<Input, Output>(operation: Operation<Input, Output>, input: Input): Promise<Output>;
  createUser(user: NewUser): Promise<TestUser>;
  login(username: string, password: string): Promise<string>;
  close(): Promise<void>;
}

const served = ['records', 'comments', 'users', 'search'] as const;

/** Longer than a client waits: making a user waits for its contact. */
const adminTimeoutMs = 60_000;

/**
 * Starts the servers and the services. Prints nothing.
 * @throws Error with the last lines of every service's log when one of them does not come up.
 */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = mkdtempSync(join(throwAwayRoot(), 'svc-world-'));
  const closers: (() => Promise<void> | void)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  const output: string[] = [];
  try {
    const guard = await startGuard();
    closers.push(() => guard.close());
    const started = await start({ dataDir, guard, output, closers }, options);
    const { stack, services } = started;
    const connected = await connectTools(started, closers);
    return assemble({ dataDir, stack, services, close, ...connected });
  } catch (error) {
    const logs = tailsOf(join(dataDir, 'logs'));
    await close();
    throw new Error(`The world did not come up: ${messageOf(error)}\n${indentTail(output)}\n${logs}`, {
      cause: error,
    });
  }
}

/**
 * A short deadline of the gateway. A request to a killed service takes the whole deadline, and its client must wait longer than the gateway to
 * get an answer.
 */
export const deadlineInEarnest = { READ_DEADLINE_MS: '4000', WRITE_DEADLINE_MS: '4000' };

/** Extensions of this folder, none of which changes anything for a suite that does not ask for it. */
const extensions = [
  'extra-fields',
  'files-extension',
  'listed-items',
  'naming-extension',
  'noted-fields',
  'translated-extension',
];

/**
 * The world of suites that change nothing for each other: all have users and records of their own. It has what any of them needs, and
 * ends with the last suite.
 */
export async function worldInCommon(kind: keyof typeof worldKinds = 'usual'): Promise<World> {
  const world = await sharedBySuites(`the ${kind} world`, worldKinds[kind]);
  // What an earlier suite has killed or brought about is no other's.
  await Promise.all(world.services.map((service) => service.ready()));
  await world.settled();
  return world;
}

async function usualWorld(): Promise<World> {
  const world = await openWorld({
    maxPauseMs: 500,
    env: {
      NAMESPACE_PREFIXES: 'svc,dt',
      TRUST_PROXY: '1',
      MAX_FILE_MB: '2',
      CORS_ORIGINS: 'loopback',
      EXTENSIONS: extensions.map((name) => join(import.meta.dirname, `${name}.ts`)).join(),
    },
  });
  await world.ask(recordsImportLocations, { rows: [...gridRows] });
  return world;
}

/** The origin of the web pages that may use passkeys in the world `configured`: services at a loopback address have those of localhost. */
export const passkeyOrigin = 'https://localhost:8443';

/**
 * What suites share: `usual` has whatever suites over HTTP need; `inEarnest` has two gateways, and keeps clients no longer than an installation
 * does. Suites may kill the processes of either. `configured` has two gateways and settings that change what others expect: dispatchers need a
 * second factor, webhooks may be sent to this machine, and the log has all lines. `limited` has the roles of an extension that may do little.
 */
const worldKinds = {
  usual: usualWorld,
  inEarnest: () =>
    openWorld({
      instances: { gateway: 2 },
      maxPauseMs: 500,
      env: { ...deadlineInEarnest, TRUST_PROXY: 'loopback' },
    }),
  configured: () =>
    openWorld({
      instances: { gateway: 2 },
      env: {
        SECOND_FACTOR_ROLES: 'dispatcher',
        PASSKEY_ORIGINS: passkeyOrigin,
        ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
        LOG_LEVEL: 'debug',
      },
    }),
  limited: () =>
    openWorld({ env: { TRUST_PROXY: '1', EXTENSIONS: join(import.meta.dirname, 'limited-roles.ts') } }),
};

interface Opening {
  dataDir: string;
  guard: Guard;
  /** What the launcher reported, for the case that it goes wrong. */
  output: string[];
  closers: (() => Promise<void> | void)[];
}

async function start({ dataDir, guard, output, closers }: Opening, options: WorldOptions) {
  const given = { ...process.env, ...options.env };
  const shared = given['MONGODB_URL'] === undefined && !options.isAlone ? sharedServers() : {};
  const env: Env = {
    ...withoutPorts(process.env),
    ...shared,
    LOG_LEVEL: 'warn',
    BUILT_IN_GRID: 'false',
    NOTIFICATION_INTERVAL_MS: '0',
    SEARCH_INTERVAL_MS: '0',
    ...withTimeout,
    ...options.env,
  };
  const common = { dataDir, guard, env, report: (line: string) => void output.push(line) };
  const stack = await startStack({ ...common, env: checkedFirst(env), throwAway: true });
  closers.push(stack.stop, () => dropDatabases(shared['MONGODB_URL']));
  await options.beforeServices?.({ dataDir, stack });
  const { instances = {}, restart = true, maxPauseMs, entryOf } = options;
  const timing = maxPauseMs === undefined ? {} : { maxPauseMs };
  const running = { instances, restart, timing, ...(entryOf && { entryOf }) };
  const services = await startServices({ ...common, stack, ...running });
  closers.push(services.stop);
  return { stack, services, env };
}

type Started = Awaited<ReturnType<typeof start>>;

/** In tests a machine has much to do: nobody waits in vain because an answer takes longer than in earnest. */
const withTimeout: Env = { READ_DEADLINE_MS: '25000', WRITE_DEADLINE_MS: '25000' };

/** Ports that somebody set for `npm start` are not ours. */
function withoutPorts(env: Env): Env {
  const { GATEWAY_PORT: _port, PUBLIC_URL: _url, ...others } = env;
  return others;
}

async function connectTools({ stack, services, env }: Started, closers: Opening['closers']) {
  const log = createLogger({ service: 'test', level: 'silent' });
  const ca = env['NATS_CA_FILE'];
  const config = { ...busConfigOf(stack, 'test'), ...(ca && { NATS_CA_FILE: ca }) };
  const bus = await connectBus({ config, identity: 'test', log });
  closers.push(() => bus.close());
  const database = await mongoose.createConnection(stack.mongodbUrl).asPromise();
  closers.push(() => database.close());
  const callers = new Map<Identity, Promise<BusCaller>>();
  const connectAs = async (identity: Identity) => {
    const file = keyringFile(services.keyringDir, identity);
    const keyring = await loadKeyring(file);
    const watch = watchKeyring(keyring, file, log);
    const caller = new BusCaller(bus, keyring);
    closers.push(
      () => caller.close(),
      () => watch.stop(),
    );
    return caller;
  };
  const callerOf: Parts['callerOf'] = (identity) => {
    const caller = callers.get(identity) ?? connectAs(identity);
    callers.set(identity, caller);
    return caller;
  };
  return { bus, database, callerOf };
}

interface Parts {
  dataDir: string;
  stack: Stack;
  services: Services;
  bus: NatsConnection;
  database: Connection;
  callerOf(identity: Identity): Promise<BusCaller>;
  close: () => Promise<void>;
}

function assemble({ dataDir, stack, services, bus, database, callerOf, close }: Parts): World {
  const { gatewayUrl, gatewayUrls, instances } = services;
  const ask: World['ask'] = async (operation, input) => {
    const { callers } = operation;
    const identity = (!callers.includes('admin') && callers[0]) || 'admin';
    return (await callerOf(identity)).call(operation, input, {
      caller: systemActor(identity),
      requestId: `test-${randomUUID()}`,
      deadline: Deadline.after(adminTimeoutMs),
    });
  };
  const databaseOf: World['databaseOf'] = (service) =>
    database.getClient().db(databaseName(stack.mongodbUrl, service));
  const login: World['login'] = (username, password) => logIn(gatewayUrl, username, password);
  return {
    gatewayUrl,
    gatewayUrls,
    dataDir,
    stack,
    bus,
    database,
    databaseOf,
    ask,
    login,
    close,
    services: instances,
    replace: services.replace,
    settled: () => allDone(bus, served.map(databaseOf)),
    createUser: (user) => createUser(user, { ask, login }),
  };
}

/** Without digits: a search for an id does not find the name of another record or user. */
export function uniqueWord(): string {
  return randomUUID().replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

async function createUser(
  { role, username, password, displayName, locale }: NewUser,
  { ask, login }: Pick<World, 'ask' | 'login'>,
): Promise<TestUser> {
  const name = username ?? `${role}-${uniqueWord().slice(0, 8)}`;
  const account = {
    username: name,
    email: `${name}@example.test`,
    password: password ?? `Secret of ${name}`,
  };
  const shown = displayName ?? `The ${name}`;
  const user = { ...account, display_name: shown, roles: [role], ...(locale && { locale }) };
  const made = await ask(usersCreate, user);
  const token = await login(account.username, account.password);
  return { ...account, id: made.id, displayName: shown, contactId: made.corresponds_to_contact, token };
}

async function logIn(gatewayUrl: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${gatewayUrl}/wp-json/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const body = (await response.json()) as { token?: string };
  if (body.token) return body.token;
  throw new Error(`${username} cannot log in: ${response.status} ${JSON.stringify(body)}`);
}

function tailsOf(logDir: string): string {
  if (!existsSync(logDir)) return '(no service has been started)';
  return readdirSync(logDir)
    .map((file) => `${file}\n${indentTail(readFileSync(join(logDir, file), 'utf8').trimEnd().split('\n'))}`)
    .join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
