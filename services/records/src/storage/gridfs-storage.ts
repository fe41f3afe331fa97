import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mongo, type Connection } from 'mongoose';
import { storageAway, type ByteRange, type FileStorage, type StoredObject } from './file-storage.ts';

/** The collections are `objects.files` and `objects.chunks`. */
const bucketName = 'objects';

/** Stores files in the database of the service, so that a backup contains files and records of the same moment. */
export class GridFsStorage implements FileStorage {
  readonly #bucket: mongo.GridFSBucket;
  readonly #files: mongo.Collection<{ _id: string }>;
  readonly #chunks: mongo.Collection<{ files_id: string }>;

  constructor({ db }: Pick<Connection, 'db'>) {
    if (!db) throw new Error('the database is not connected');
    this.#bucket = new mongo.GridFSBucket(db, { bucketName });
    this.#files = db.collection(`${bucketName}.files`);
    this.#chunks = db.collection(`${bucketName}.chunks`);
  }

  async write(key: string, { type, content }: StoredObject): Promise<void> {
    const id = key as unknown as mongo.ObjectId;
    const target = this.#bucket.openUploadStreamWithId(id, key, { metadata: { type } });
    await pipeline(Readable.from(content, { objectMode: false, highWaterMark: 1 }), target).catch(
      storageAway,
    );
  }

  async read(key: string, { from, to }: ByteRange): Promise<Uint8Array | undefined> {
    const id = key as unknown as mongo.ObjectId;
    try {
      const stream = this.#bucket.openDownloadStream(id, { start: from, end: to });
      return Buffer.concat(await stream.toArray());
    } catch (error) {
      return isMissing(error) ? undefined : storageAway(error);
    }
  }

  async remove(key: string): Promise<void> {
    await this.#files.deleteOne({ _id: key }).catch(storageAway);
    // Separately, since an interrupted write leaves chunks without a document in `files`.
    await this.#chunks.deleteMany({ files_id: key }).catch(storageAway);
  }

  close(): void {}
}

function isMissing(error: unknown): boolean {
  return error instanceof mongo.MongoRuntimeError && error.message.startsWith('FileNotFound');
}
