import type { Connection } from 'mongoose';
import { missingSetting, type RecordsConfig } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { gridFsStorage } from './gridfs-storage.ts';
import { openS3Storage } from './s3-storage.ts';

/**
 * The configured storage; undefined for none.
 * @throws ConfigError when a required setting is missing.
 */
export async function openFileStorage(
  config: RecordsConfig,
  connection: Connection,
): Promise<FileStorage | undefined> {
  const { FILE_STORAGE: kind, S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  if (kind === 'none') return undefined;
  if (kind === 'gridfs') return gridFsStorage(connection);
  if (bucket === undefined) throw missingSetting('S3_BUCKET', 'FILE_STORAGE=s3');
  return openS3Storage({ bucket, region, endpoint, credentials: credentialsOf(config) });
}

function credentialsOf({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: RecordsConfig) {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw missingSetting('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (secret === undefined) throw missingSetting('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
  return { accessKeyId: id, secretAccessKey: secret };
}
