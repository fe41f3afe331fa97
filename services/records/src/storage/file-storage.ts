import { ServiceError } from '@svc/contracts';

/** An object to be stored under a key. Its size is known before it is written. */
export interface StoredObject {
  /** A media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The storage of files' bytes. It does not know records: access, and which files are still wanted, are stored in `files`
 * (docs/adr/0018-files.md). A key is written once.
 * @throws ServiceError `service_unavailable` when the storage does not answer.
 */
export interface FileStorage {
  /** Writes an object as a stream with backpressure. An interrupted write may leave a part of the object. */
  write(key: string, object: StoredObject): Promise<void>;
  /** A part of an object: from byte `from` up to, but without, byte `to`. Undefined if there is no such object. */
  read(key: string, range: { from: number; to: number }): Promise<Uint8Array | undefined>;
  /** Removes an object, or the remains of an interrupted write. */
  remove(key: string): Promise<void>;
  close(): void;
}

/** The storage of files. @throws ServiceError `storage_unavailable` when the installation has none. */
export function storageOrRefuse({ storage }: { readonly storage: FileStorage | undefined }): FileStorage {
  if (storage) return storage;
  throw new ServiceError('storage_unavailable', 'Storage Unavailable.');
}

/**
 * Throws the error for callers when the file storage fails; the log contains the cause.
 * @throws ServiceError `service_unavailable`; a ServiceError from reading the content is thrown as it is.
 */
export function storageAway(cause: unknown): never {
  if (cause instanceof ServiceError) throw cause;
  throw new ServiceError('service_unavailable', 'The storage of files is not available; try again shortly.', {
    cause,
  });
}
