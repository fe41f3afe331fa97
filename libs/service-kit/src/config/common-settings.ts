import { z } from 'zod';
import { isAllowable } from '../http-client/address-policy.ts';
import type { ConfigOf, Settings } from './load-config.ts';
import { address, commaList, port, url } from './setting-types.ts';

const optional = z.string().optional();

/** The settings of the connection to NATS, with one way to authenticate: user and password, token, nkey, or creds file. */
export const busSettings = {
  NATS_URL: {
    meaning: 'address of the NATS server',
    schema: address('nats', 'tls', 'ws', 'wss'),
    secret: true,
  },
  NATS_USER: { meaning: 'user that the process connects to NATS as', schema: optional },
  NATS_PASSWORD: { meaning: 'password of that user', schema: optional, secret: true },
  NATS_TOKEN: { meaning: 'token that the process connects to NATS with', schema: optional, secret: true },
  NATS_NKEY_FILE: {
    meaning: 'file with the seed of the nkey that the process connects with',
    schema: optional,
  },
  NATS_CREDS_FILE: { meaning: 'file with the JWT and nkey that the process connects with', schema: optional },
  NATS_CA_FILE: { meaning: 'certificates of the authorities that NATS is trusted by', schema: optional },
  NATS_CERT_FILE: { meaning: 'certificate that the process shows to NATS', schema: optional },
  NATS_KEY_FILE: { meaning: 'private key of that certificate', schema: optional },
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
    meaning: 'milliseconds from SIGTERM, and /readyz saying so, until the process takes no more requests',
    schema: z.coerce.number().int().min(0).max(60_000).default(5_000),
  },
  EVENT_RETENTION_DAYS: {
    meaning: 'days that events stay in their stream, from 1 to 7',
    schema: eventRetentionDays,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'address of the OpenTelemetry collector that gets traces by OTLP over HTTP',
    schema: url('http', 'https').optional(),
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    // The exporter reads this variable itself, as it reads those for certificates.
    meaning: 'headers that the collector asks for: name=value, several separated by commas',
    schema: optional,
    secret: true,
  },
  OTEL_TRACES_SAMPLER_ARG: {
    meaning: 'part of the requests whose traces are recorded, from 0 to 1',
    schema: z.coerce.number().min(0).max(1).default(1),
  },
  LOG_LEVEL: {
    meaning: 'least severe log line that is written',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
} satisfies Settings;

/** Settings of services with a database. */
export const storeSettings = {
  MONGODB_URL: {
    meaning: 'address of the MongoDB replica set; its path names the prefix of the databases',
    schema: address('mongodb', 'mongodb+srv').refine(
      (text) => !/[?&]readPreference=(?!primary(&|$))/i.test(text),
      'must not have a readPreference other than primary: what was read would be older than what is written',
    ),
    secret: true,
  },
} satisfies Settings;

/** Settings of services that consume events in batches. */
export const followerSettings = {
  EVENT_INTERVAL_MS: {
    meaning:
      'least time between two batches of changes that are followed, in milliseconds: the first after a pause is followed at once, larger batches cost less',
    schema: z.coerce.number().int().min(0).max(10_000).default(500),
  },
} satisfies Settings;

/** Settings of the services that send requests to other sites. */
export const httpClientSettings = {
  ALLOWED_PRIVATE_HOSTS: {
    meaning:
      'hosts, addresses and networks (10.1.0.0/16) that requests to other sites may go to although they are not public, separated by commas',
    schema: commaList
      .refine((entries) => entries.every(isAllowable), 'must name hosts, addresses or networks')
      .default([]),
  },
} satisfies Settings;
