/** What is written under a key. Its size is known before it is written. */
export interface StoredObject {
  /** A media type. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A part of an object: from a byte up to, and without, another one. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the bytes of files are. It knows no record: who may read what, and what is still wanted, is written in `files`
 * (docs/adr/0018-files.md). A key is written once.
 * @throws ServiceError `service_unavailable` where the storage does not answer.
 */
export interface FileStorage {
  /** Writes an object a piece at a time, as fast as it is taken. One that was not written to its end may leave a part of it. */
  write(key: string, object: StoredObject): Promise<void>;
  /** A part of an object; undefined where there is no such object. */
  read(key: string, range: ByteRange): Promise<Uint8Array | undefined>;
  /** Removes an object, and what a write left of one that did not come to its end. */
  remove(key: string): Promise<void>;
  close(): void;
}
