import type { InstanceName } from '@svc/contracts';
import type { Env, Stack } from '@svc/local-stack';
import { join } from 'node:path';

/** The number of processes of each service. Default: 1; 0 leaves a service out. */
export type Instances = Partial<Record<InstanceName, number>>;

export type StackAddresses = Pick<Stack, 'mongodbUrl' | 'natsUrl' | 'natsKeysDir' | 'meiliUrl' | 'meiliKey'>;

interface ServiceSettings {
  env: Env;
  stack: StackAddresses;
  keyringDir: string;
  publicUrl: string;
  opsPort: number;
  /** The port of the HTTP API, for gateways only. */
  httpPort?: number | undefined;
}

/** Environment variables of the machine and settings that every process gets unchanged. */
const HANDED_ON = new Set([
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'NODE_EXTRA_CA_CERTS',
  'NODE_COMPILE_CACHE',
  'NATS_CA_FILE',
  'NATS_CERT_FILE',
  'NATS_KEY_FILE',
  'LOG_LEVEL',
  'DRAIN_DELAY_MS',
  'EVENT_RETENTION_DAYS',
  'EXTENSIONS',
  'CORS_ORIGINS',
  'TRUST_PROXY',
  'DEBUG_MODE',
  'ALLOWED_PRIVATE_HOSTS',
  'GETS_AT_ONCE',
  'LISTS_AT_ONCE',
  'WRITES_AT_ONCE',
  'BULK_AT_ONCE',
  'QUEUE_LENGTH',
]);
const HANDED_ON_PREFIXES = ['SITE_', 'JWT_', 'LOGIN_', 'OPERATION_', 'OTEL_'];
const CREDENTIALS = ['NATS_USER', 'NATS_PASSWORD', 'NATS_TOKEN', 'NATS_NKEY_FILE', 'NATS_CREDS_FILE'];
/** Secrets that encrypt data of the users service, which alone gets them. */
const SECRETS_OF_USERS = ['JWT_KEY_SECRET', 'SITE_LINK_SECRET'];
/** Settings and credentials for sending mails and pushes. */
const WAYS_OUT = [
  'SMTP_URL',
  'MAIL_FROM',
  'MESSAGES_PER_HOUR',
  'PASSWORD_RESET_URL',
  'PUSH_WEBHOOK_URL',
  'PUSH_WEBHOOK_SECRET',
];
/** Settings and credentials of the file storage. */
const FILES = [
  'FILE_STORAGE',
  'MAX_FILE_MB',
  'FILE_ADDRESS_HOURS',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];
const HANDED_ON_TO: Partial<Record<InstanceName, string[]>> = {
  gateway: ['GATEWAY_HOST', 'API_ROOT', 'NAMESPACE_PREFIXES'],
  records: [
    'API_ROOT',
    ...FILES,
    'BUILT_IN_GRID',
    'READ_CACHE',
    'LIST_CACHE_MB',
    'LIST_QUERIES_AT_ONCE',
    'HISTORY_RETENTION_DAYS',
    'GEOCODING_PROVIDER',
    'GEOCODING_URL',
    'GEOCODING_TOKEN',
  ],
  users: [
    'ADMIN_USERNAME',
    'ADMIN_EMAIL',
    'ADMIN_PASSWORD',
    'BASE_USER',
    'NOTIFICATION_RETENTION_DAYS',
    ...SECRETS_OF_USERS,
    ...WAYS_OUT,
    'EVENT_INTERVAL_MS',
  ],
  search: ['MEILI_PREFIX', 'SEARCH_CHECK_AT', 'EVENT_INTERVAL_MS'],
};

/** The complete environment of a service process: it gets no variable that is not named here. */
export function serviceEnvironment(service: InstanceName, settings: ServiceSettings): Record<string, string> {
  const { env, stack, keyringDir, publicUrl, opsPort, httpPort } = settings;
  return {
    // No load balancer needs time to notice that a process stops.
    DRAIN_DELAY_MS: '0',
    ...handedOn(env, HANDED_ON_TO[service] ?? []),
    ...(service !== 'gateway' && { MONGODB_URL: stack.mongodbUrl }),
    NATS_URL: stack.natsUrl,
    ...credentialsFor(service, settings),
    ...(service === 'search' && { MEILI_URL: stack.meiliUrl, MEILI_KEY: stack.meiliKey }),
    KEYRING_FILE: join(keyringDir, `${service}.json`),
    PUBLIC_URL: publicUrl,
    OPS_PORT: String(opsPort),
    ...(httpPort !== undefined && { GATEWAY_PORT: String(httpPort) }),
  };
}

/** The NATS credentials of a service: its own nkey if the stack has nkeys, else the settings that all services share. */
function credentialsFor(
  service: InstanceName,
  { env, stack }: Pick<ServiceSettings, 'env' | 'stack'>,
): Record<string, string> {
  if (stack.natsKeysDir !== undefined) return { NATS_NKEY_FILE: join(stack.natsKeysDir, `${service}.nk`) };
  return handedOn(env, CREDENTIALS);
}

function handedOn(env: Env, more: string[]): Record<string, string> {
  const isForAll = (name: string) =>
    HANDED_ON.has(name) || HANDED_ON_PREFIXES.some((prefix) => name.startsWith(prefix));
  const isHandedOn = (name: string) =>
    more.includes(name) || (isForAll(name) && !SECRETS_OF_USERS.includes(name));
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] => isHandedOn(entry[0]) && entry[1] !== undefined,
    ),
  );
}
