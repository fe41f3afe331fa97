import { ServiceError } from '@svc/contracts';
import type { FileStorage } from '../storage/file-storage.ts';

/** The storage of files. @throws ServiceError `storage_unavailable` when the installation has none. */
export function storageOrRefuse({ storage }: { readonly storage: FileStorage | undefined }): FileStorage {
  if (storage) return storage;
  throw new ServiceError('storage_unavailable', 'Storage Unavailable.');
}
