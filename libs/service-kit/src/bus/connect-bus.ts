import { setImmediate } from 'node:timers/promises';
import { connect, Events, ErrorCode, NatsError, type NatsConnection, type Status } from 'nats';
import { inboxPrefix } from '@svc/contracts';
import type { BusConfig } from '../config/common-settings.ts';
import { textOf, tlsProblem } from '../config/connection-problem.ts';
import { ConfigError } from '../config/load-config.ts';
import type { Logger } from '../log/create-logger.ts';
import { busLogin, loginMethods } from './bus-login.ts';

interface ConnectBusOptions {
  readonly config: BusConfig;
  /** The identity of the process; its inboxes and permissions are named after it. */
  readonly identity: string;
  readonly log: Logger;
  /** How long the first connection may take, in milliseconds. */
  readonly timeoutMs?: number;
}

/** The default timeout of the first connection, in milliseconds: a process that starts on a busy machine needs long. */
const defaultTimeoutMs = 30_000;

/**
 * Connects to NATS, and reconnects for ever: while the bus is down, calls fail and the process continues.
 * @throws ConfigError naming the settings that are wrong, or the server and the setting at fault when the first connection fails.
 */
export async function connectBus({
  config,
  identity,
  log,
  timeoutMs = defaultTimeoutMs,
}: ConnectBusOptions): Promise<NatsConnection> {
  const connection = await connect({
    ...busLogin(config),
    servers: serversOf(config),
    name: identity,
    inboxPrefix: inboxPrefix(identity),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    timeout: timeoutMs,
    waitOnFirstConnect: false,
    // Stacks across asynchronous calls cost an Error for each request and acknowledgement, and nobody reads them.
    noAsyncTraces: true,
    pingInterval: 10_000,
    maxPingOut: 2,
  }).catch((cause: unknown) => {
    throw new ConfigError(explainFailure(config, cause), { cause });
  });
  if (allowsAnonymous(connection)) log.warn(openBusWarning);
  void logStatus(connection, log);
  return connection;
}

/** Whether a server accepts the nkey in a file, in place of the credentials of `config`. @throws ConfigError when no server answers. */
export async function acceptsBusKey(config: BusConfig, nkeyFile: string): Promise<boolean> {
  const {
    NATS_USER: _user,
    NATS_PASSWORD: _password,
    NATS_TOKEN: _token,
    NATS_CREDS_FILE: _creds,
    ...rest
  } = config;
  const login = { ...rest, NATS_NKEY_FILE: nkeyFile };
  const options = { ...busLogin(login), servers: serversOf(login), reconnect: false };
  try {
    await (await connect(options)).close();
    return true;
  } catch (cause) {
    if (cause instanceof NatsError && refusals.includes(cause.code)) return false;
    // A server closes the connection with its refusal, which the library misses if it is still writing its login.
    if (closings.includes((cause as NodeJS.ErrnoException).code ?? '')) return false;
    throw new ConfigError(explainFailure(login, cause), { cause });
  }
}

/** The warning about a server without authentication. */
export const openBusWarning =
  'NATS requires no authentication: any client that reaches it can read all messages of the services (docs/reference/bus.md)';

/** Whether the server requires no authentication. */
export function allowsAnonymous({ info }: NatsConnection): boolean {
  return info?.auth_required !== true && info?.tls_verify !== true;
}

/**
 * Runs `start`, and returns its result once the server has permitted all its subscriptions.
 * @throws ConfigError naming the subjects that the permissions of the server deny to this process.
 */
export async function allHeard<Result>(
  connection: NatsConnection,
  start: () => Promise<Result>,
): Promise<Result> {
  const refused: string[] = [];
  void (async () => {
    for await (const status of connection.status()) {
      const context = refusalOf(status);
      if (context?.operation === 'subscription') refused.push(context.subject);
    }
  })();
  const started = await start().catch((error: unknown) => {
    throw refusedStart(error) ?? error;
  });
  // The server refuses a subscription before it answers the later flush; the client reports the refusal one turn of the event loop later.
  await connection.flush();
  await setImmediate();
  if (refused.length > 0)
    throw new ConfigError(explainRefusal({ operation: 'subscription', subject: refused.join(', ') }));
  return started;
}

/**
 * Returns the error of a denied request to JetStream with an explanation for operators, which JetStream's own error lacks; undefined for
 * any other error.
 */
function refusedStart(error: unknown): ConfigError | undefined {
  const context = error instanceof NatsError ? error.permissionContext : undefined;
  return context && new ConfigError(explainRefusal(context), { cause: error });
}

/**
 * Returns the message or subscription that the permissions of the server deny, as a status of the connection reports it; undefined for any
 * other status.
 */
export function refusalOf(status: Status): Status['permissionContext'] {
  return status.type === Events.Error ? status.permissionContext : undefined;
}

function explainRefusal({ operation, subject }: NonNullable<Status['permissionContext']>): string {
  const what = operation === 'publish' ? 'publish to' : 'subscribe to';
  return (
    `The permissions of NATS forbid this process to ${what} ${subject}: it has the credentials of another service, ` +
    'or the permissions are from another version (npm run admin -- bus permissions)'
  );
}

function serversOf({ NATS_URL: url }: BusConfig): string[] {
  return url.split(',').map((server) => server.trim());
}

function explainFailure(config: BusConfig, cause: unknown): string {
  // Addresses may contain credentials, which are not shown.
  const hosts = serversOf(config).map((server) => server.replace(/^.*(\/\/|@)/, ''));
  return `NATS at ${hosts.join(', ')} is not usable: ${reasonOf(config, cause)}`;
}

const refusals: readonly string[] = [
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.AuthenticationTimeout,
  ErrorCode.BadAuthentication,
  ErrorCode.BadCreds,
];

const closings: readonly string[] = ['EPIPE', 'ECONNRESET'];

function reasonOf(config: BusConfig, cause: unknown): string {
  if (cause instanceof NatsError && refusals.includes(cause.code)) {
    const ways = loginMethods(config).map((names) => names.join(' and '));
    if (ways.length > 0) return `it rejected the credentials in ${ways.join(', ')}`;
    return 'it requires credentials; set NATS_USER and NATS_PASSWORD, NATS_TOKEN, NATS_NKEY_FILE or NATS_CREDS_FILE';
  }
  // Under TLS 1.3 a server checks the client's certificate after the handshake, so the library reports a refusal as a timeout.
  if (cause instanceof NatsError && (cause.code as ErrorCode) === ErrorCode.Timeout)
    return 'it did not complete the connection in time; check NATS_URL, and NATS_CERT_FILE and NATS_KEY_FILE if it requires a certificate';
  const tls = {
    address: 'NATS_URL',
    authorities: 'NATS_CA_FILE',
    certificate: 'NATS_CERT_FILE and NATS_KEY_FILE',
  };
  return tlsProblem(cause, tls) ?? `no NATS server answered; check NATS_URL (${textOf(cause)})`;
}

async function logStatus(connection: NatsConnection, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    const refusal = refusalOf(status);
    if (refusal)
      log.error(
        { busStatus: status, problem: explainRefusal(refusal) },
        'operation denied by the permissions of NATS',
      );
    else if (status.type === Events.Disconnect || status.type === Events.Error)
      log.warn({ busStatus: status }, 'bus connection lost or reported an error');
    if (status.type === Events.Reconnect) log.info('bus connection restored');
  }
}
