import { z } from 'zod';
import { isAllowable } from '../http-client/address-policy.ts';
import type { Settings } from './load-config.ts';
import { address, commaList, port } from './setting-types.ts';

/** Settings that every service has. */
export const commonSettings = {
  NATS_URL: {
    meaning: 'address of the NATS server',
    schema: address('nats', 'tls', 'ws', 'wss'),
    secret: true,
  },
  KEYRING_FILE: {
    meaning: 'file with this service’s private key and the public keys of the others',
    schema: z.string(),
  },
  OPS_PORT: { meaning: 'port of /healthz, /readyz and /metrics', schema: port.default(9464) },
  OPS_HOST: { meaning: 'network interface of the ops port', schema: z.string().default('127.0.0.1') },
  LOG_LEVEL: {
    meaning: 'least severe log line that is written',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  },
} satisfies Settings;

/** Settings of the services that keep data. */
export const storeSettings = {
  MONGODB_URL: {
    meaning: 'address of the MongoDB replica set; its path names the prefix of the databases',
    schema: address('mongodb', 'mongodb+srv'),
    secret: true,
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
