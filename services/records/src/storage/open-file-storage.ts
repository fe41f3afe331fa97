import type { Connection } from 'mongoose';
import { s3ServerOf } from '@svc/object-storage';
import { missingSetting } from '@svc/service-kit';
import type { RecordsConfig } from '../config.ts';
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
  const { FILE_STORAGE: kind, S3_BUCKET: bucket } = config;
  if (kind === 'none') return undefined;
  if (kind === 'gridfs') return gridFsStorage(connection);
  if (bucket === undefined) throw missingSetting('S3_BUCKET', 'FILE_STORAGE=s3');
  return openS3Storage(bucket, s3ServerOf(config));
}
