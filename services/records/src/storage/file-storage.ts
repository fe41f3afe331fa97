/** An object to be stored under a key. Its size is known before it is written. */
export interface StoredObject {
  /** A media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A part of an object: from byte `from` up to, but without, byte `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The storage of files' bytes. It does not know records: access, and which files are still wanted, are stored in `files`
 * (docs/adr/0018-files.md). A key is written once.
 * @throws ServiceError `service_unavailable` when the storage does not answer.
 */
export interface FileStorage {
  /** Writes an object as a stream with backpressure. An interrupted write may leave a part of the object. */
  write(key: string, object: StoredObject): Promise<void>;
  /** Undefined if there is no such object. */
  read(key: string, range: ByteRange): Promise<Uint8Array | undefined>;
  /** Removes an object, or the remains of an interrupted write. */
  remove(key: string): Promise<void>;
  close(): void;
}
