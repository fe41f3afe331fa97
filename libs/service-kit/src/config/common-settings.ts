import { z } from 'zod';
import type { Settings } from './load-config.ts';
import { address, port } from './setting-types.ts';

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
