import { z } from 'zod';
import { missingSetting, url, type ConfigOf } from '@svc/service-kit';
import type { S3Server } from './open-s3-client.ts';

/** The settings of the server and its credentials, for every process that uses an object storage. */
export const s3Settings = {
  S3_REGION: { meaning: 'region of the bucket', schema: z.string().default('us-east-1') },
  S3_ENDPOINT: {
    meaning: 'URL of an object storage other than Amazon S3',
    schema: url('http', 'https').optional(),
  },
  S3_ACCESS_KEY_ID: {
    meaning:
      'access key for the bucket; by default the credentials of the machine (roles, files, variables of AWS)',
    schema: z.string().optional(),
    secret: true,
  },
  S3_SECRET_ACCESS_KEY: { meaning: 'secret of that access key', schema: z.string().optional(), secret: true },
};

/** The server of the settings. @throws ConfigError when only one of key and secret is set. */
export function s3ServerOf(config: ConfigOf<typeof s3Settings>): S3Server {
  return { region: config.S3_REGION, endpoint: config.S3_ENDPOINT, credentials: credentialsOf(config) };
}

function credentialsOf({
  S3_ACCESS_KEY_ID: id,
  S3_SECRET_ACCESS_KEY: secret,
}: ConfigOf<typeof s3Settings>): S3Server['credentials'] {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw missingSetting('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (secret === undefined) throw missingSetting('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
  return { accessKeyId: id, secretAccessKey: secret };
}
