import { join, resolve } from 'node:path';
import { z } from 'zod';
import { s3Settings } from '@svc/object-storage';
import {
  address,
  busSettings,
  commonSettings,
  loadConfig,
  storeSettings,
  type ConfigOf,
} from '@svc/service-kit';

const root = join(import.meta.dirname, '../../..');

export const adminSettings = {
  DATA_DIR: {
    meaning: 'where the instance that `npm start` runs keeps its data',
    schema: z
      .string()
      .default(join(root, '.local/data'))
      .transform((path) => resolve(path)),
  },
  ...busSettings,
  NATS_URL: {
    meaning: 'address of the NATS server of another deployment',
    schema: busSettings.NATS_URL.schema.optional(),
  },
  KEYRING_FILE: {
    meaning: 'key file of the admin tool for that deployment (admin.json)',
    schema: z.string().optional(),
  },
  EVENT_RETENTION_DAYS: commonSettings.EVENT_RETENTION_DAYS,
  MONGODB_URL: {
    ...storeSettings.MONGODB_URL,
    meaning: 'address of the MongoDB of another deployment, for backups; its path names the prefix',
    schema: address('mongodb', 'mongodb+srv').optional(),
  },
  ...s3Settings,
  DRILL_MONGODB_URL: {
    meaning:
      'address of the MongoDB for the scratch databases of a restore drill; by default that of MONGODB_URL',
    schema: address('mongodb', 'mongodb+srv').optional(),
    secret: true,
  },
  BACKUP_PASSPHRASE: {
    meaning: 'passphrase that backups are encrypted with',
    schema: z.string().optional(),
    secret: true,
  },
  BACKUP_PASSPHRASE_FILE: {
    meaning: 'file whose first line is that passphrase',
    schema: z.string().optional(),
  },
};

export type AdminConfig = ConfigOf<typeof adminSettings>;

/** @throws ConfigError naming every setting that is wrong. */
export function readAdminConfig(env: NodeJS.ProcessEnv): AdminConfig {
  return loadConfig(adminSettings, env);
}
