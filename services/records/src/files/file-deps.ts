import type { Pictures } from '@svc/pictures';
import type { Model } from 'mongoose';
import type { ReadDeps } from '../read/read-deps.ts';
import type { LockedRevisionPorts } from '../revision/revision-ports.ts';
import type { Collections } from '../store/collections.ts';
import type { FileAddresses } from '../model/file-addresses.ts';
import type { FileStorage } from '../storage/file-storage.ts';
import type { UploadChunk, UploadDocument } from '../store/upload-models.ts';
import type { FileMetrics } from './file-metrics.ts';
import type { StorageQuota } from './storage-quota.ts';

export interface FileDeps extends ReadDeps, LockedRevisionPorts, Pick<Collections, 'files'> {
  readonly uploads: Model<UploadDocument>;
  readonly uploadChunks: Model<UploadChunk>;
  /** Absent where the installation keeps no files. */
  readonly storage: FileStorage | undefined;
  readonly addresses: FileAddresses;
  readonly pictures: Pictures;
  readonly fileMetrics: FileMetrics;
  readonly quota: StorageQuota;
  readonly maxFileBytes: number;
}
