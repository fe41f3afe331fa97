/** The stored bytes of a backup. */
export interface ByteSource {
  /** For messages. */
  readonly address: string;
  readonly size: number;
  /** Undefined where the backup has fewer bytes. */
  read(position: number, length: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** A backup that is being written. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Stores all written bytes durably under the name of the backup. */
  complete(): Promise<void>;
  /** Ends a backup that is not complete. */
  close(): Promise<void>;
}

/**
 * A folder, or a prefix of a bucket, with backups under their names.
 * @throws AdminError when the place cannot be used.
 */
export interface BackupPlace {
  addressOf(name: string): string;
  /** The names of complete backups that `newName` has made, the oldest first. */
  names(): Promise<string[]>;
  has(name: string): Promise<boolean>;
  read(name: string): Promise<ByteSource>;
  create(name: string): Promise<ByteSink>;
  remove(name: string): Promise<void>;
  close(): void;
  /** Unfinished backups, where the place keeps them. */
  readonly parts?: UnfinishedBackups;
}

export interface UnfinishedBackups {
  addressOf(name: string): string;
  /** The names of unfinished backups that `newName` has made and nobody is writing, the oldest first. */
  abandoned(): Promise<string[]>;
  has(name: string): Promise<boolean>;
  read(name: string): Promise<ByteSource>;
  /** Continues at a position, without the bytes after it. */
  append(name: string, position: number): Promise<ByteSink>;
  remove(name: string): Promise<void>;
}

/** A backup in its place. */
export interface StoredBackup {
  readonly place: BackupPlace;
  readonly name: string;
}

const namePattern = /^records-service-\d{8}T\d{6}Z\.backup$/;

/** The name of a backup that begins at a time. The order of the names is that of the times. */
export function newName(at: Date): string {
  return `records-service-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

/** The names among `names` that `newName` has made, the oldest first. */
export function backupNames(names: readonly string[]): string[] {
  return names.filter((name) => namePattern.test(name)).sort();
}
