import type { Connection } from 'mongoose';
import { ConfigError } from '@svc/service-kit';
import type { FileStorage } from './file-storage.ts';
import { GridFsStorage } from './gridfs-storage.ts';
import { S3Storage } from './s3-storage.ts';

export interface FileStorageConfig {
  readonly FILE_STORAGE: 'gridfs' | 's3' | 'none';
  readonly S3_BUCKET: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ENDPOINT: string | undefined;
  readonly S3_ACCESS_KEY_ID: string | undefined;
  readonly S3_SECRET_ACCESS_KEY: string | undefined;
}

/**
 * The configured storage; undefined for none.
 * @throws ConfigError when a required setting is missing.
 */
export async function openFileStorage(
  config: FileStorageConfig,
  connection: Connection,
): Promise<FileStorage | undefined> {
  const { FILE_STORAGE: kind, S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  if (kind === 'none') return undefined;
  if (kind === 'gridfs') return new GridFsStorage(connection);
  if (bucket === undefined) throw lacking('S3_BUCKET', 'FILE_STORAGE=s3');
  return S3Storage.open({ bucket, region, endpoint, credentials: credentialsOf(config) });
}

function credentialsOf({ S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret }: FileStorageConfig) {
  if (id === undefined && secret === undefined) return undefined;
  if (id === undefined) throw lacking('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY');
  if (secret === undefined) throw lacking('S3_SECRET_ACCESS_KEY', 'S3_ACCESS_KEY_ID');
  return { accessKeyId: id, secretAccessKey: secret };
}

function lacking(setting: string, needing: string): ConfigError {
  return new ConfigError(`The configuration has problems:\n  ${setting}: is not set - ${needing} needs it`);
}
