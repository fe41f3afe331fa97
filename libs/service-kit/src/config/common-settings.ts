import { z } from 'zod';
import { isAllowable } from '../http-client/address-policy.ts';
import { ConfigError, type ConfigOf, type Settings } from './load-config.ts';
import { address, commaList, port, url } from './setting-types.ts';

const optional = z.string().optional();

/** The settings of the connection to NATS, with one way to authenticate: user and password, token, nkey, or creds file. */
export const busSettings = {
  NATS_URL: {
    meaning: 'URLs of the NATS servers, separated by commas',
    schema: address('nats', 'tls', 'ws', 'wss'),
    secret: true,
  },
  NATS_USER: { meaning: 'user name of the process at NATS', schema: optional },
  NATS_PASSWORD: { meaning: 'password of that user', schema: optional, secret: true },
  NATS_TOKEN: { meaning: 'token of the process at NATS', schema: optional, secret: true },
  NATS_NKEY_FILE: {
    meaning: 'file with the nkey seed of the process',
    schema: optional,
  },
  NATS_CREDS_FILE: { meaning: 'file with the JWT and nkey of the process', schema: optional },
  NATS_CA_FILE: {
    meaning: "file with the certificates of the authorities that sign NATS's certificate",
    schema: optional,
  },
  NATS_CERT_FILE: { meaning: 'file with the client certificate of the process for NATS', schema: optional },
  NATS_KEY_FILE: { meaning: 'file with the private key of that certificate', schema: optional },
} satisfies Settings;

/** The parsed settings of the connection to NATS; missing ones have their default. */
export type BusConfig = Partial<ConfigOf<typeof busSettings>> &
  Pick<ConfigOf<typeof busSettings>, 'NATS_URL'>;

/** The days that events are kept: at most as long as services remember which events they have handled, and what was deleted. */
const eventRetentionDays = z.coerce.number().int().min(1).max(7).default(7);

/** A number of days; absent: for ever. */
export const retentionDays = z.coerce.number().int().min(1).max(36_500).optional();

/** Settings that every service has. */
export const commonSettings = {
  ...busSettings,
  KEYRING_FILE: {
    meaning: 'file with this service’s private key and the public keys of the others',
    schema: z.string(),
  },
  OPS_PORT: { meaning: 'port of /healthz, /readyz and /metrics', schema: port.default(9464) },
  OPS_HOST: { meaning: 'network interface of the ops port', schema: z.string().default('127.0.0.1') },
  DRAIN_DELAY_MS: {
    meaning:
      'milliseconds from SIGTERM, when /readyz begins to answer 503, until the process accepts no more requests',
    schema: z.coerce.number().int().min(0).max(60_000).default(5_000),
  },
  EVENT_RETENTION_DAYS: {
    meaning: 'days that events are kept in their stream, from 1 to 7',
    schema: eventRetentionDays,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'URL of the OpenTelemetry collector that receives traces by OTLP over HTTP',
    schema: url('http', 'https').optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    // The exporter reads this variable itself, as it reads those for certificates.
    meaning: 'headers of requests to the collector, as name=value, separated by commas',
    schema: optional,
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'share of requests whose traces are recorded, from 0 to 1',
    schema: z.coerce.number().min(0).max(1).default(1),
  },
  LOG_LEVEL: {
    meaning: 'lowest level of log lines that are written',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
} satisfies Settings;

/** Settings of services with a database. */
export const storeSettings = {
  MONGODB_URL: {
    meaning: 'URL of the MongoDB replica set; its path is the prefix of the database names',
    schema: address('mongodb', 'mongodb+srv').refine(
      (text) => !/[?&]readPreference=(?!primary(&|$))/i.test(text),
      'must not have a readPreference other than primary: reads from secondaries can be stale',
    ),
    secret: true,
  },
} satisfies Settings;

/** The longest pause between two batches of events: see `StreamConsumerOptions.intervalMs`. */
export const eventInterval = z.coerce.number().int().min(0).max(10_000);

const milliseconds = z.coerce.number().int().min(50).max(60_000);

/**
 * The deadlines of requests, by the kind of their work: settings of the gateway. Services with hooks compare them with the time limit of
 * hooks. Clients wait 15 to 30 seconds.
 */
export const deadlineSettings = {
  READ_DEADLINE_MS: {
    meaning: 'milliseconds from the arrival of a read, queues included, after which it is answered with 503',
    schema: milliseconds.default(10_000),
  },
  WRITE_DEADLINE_MS: {
    meaning: 'milliseconds from the arrival of a write, queues included, after which it is answered with 503',
    schema: milliseconds.default(10_000),
  },
} satisfies Settings;

/** The deadline of work that waits for another site or writes many records: a setting of the gateway. */
export const longDeadline = {
  meaning:
    'milliseconds from the arrival of a batch or of a request to another site, queues included, after which it is answered with 503',
  schema: milliseconds.default(30_000),
};

/** Settings of the services that run hooks of extensions. */
export const hookSettings = {
  HOOK_TIMEOUT_MS: {
    meaning:
      'milliseconds that a hook of an extension may take; a filter that takes longer refuses the request',
    schema: z.coerce.number().int().min(10).max(60_000).default(2000),
  },
  ...deadlineSettings,
} satisfies Settings;

/**
 * Compares the time limit of hooks with the deadlines of requests.
 * @throws ConfigError when a hook may take as long as a request: the client would get no answer that names the extension.
 */
export function checkHookTimeout({
  HOOK_TIMEOUT_MS: limit,
  ...deadlines
}: ConfigOf<typeof hookSettings>): void {
  for (const name of ['READ_DEADLINE_MS', 'WRITE_DEADLINE_MS'] as const)
    if (limit >= deadlines[name])
      throw new ConfigError(
        `The configuration is invalid:\n  HOOK_TIMEOUT_MS: must be less than ${name}, which is ${deadlines[name]} (received "${limit}")`,
      );
}

/** Settings of the services that send requests to other sites. */
export const httpClientSettings = {
  ALLOWED_PRIVATE_HOSTS: {
    meaning:
      'private hosts, addresses and networks (10.1.0.0/16) to which requests to other sites are permitted, separated by commas',
    schema: commaList
      .refine((entries) => entries.every(isAllowable), 'must be hosts, addresses or networks')
      .default([]),
  },
} satisfies Settings;
