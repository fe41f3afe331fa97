import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mongo, type Connection } from 'mongoose';
import { storageAway, type FileStorage } from './file-storage.ts';

/** The collections are `objects.files` and `objects.chunks`. */
const bucketName = 'objects';

/** Stores files in the database of the service, so that a backup contains files and records of the same moment. */
export function gridFsStorage({ db }: Pick<Connection, 'db'>): FileStorage {
  if (!db) throw new Error('the database is not connected');
  const bucket = new mongo.GridFSBucket(db, { bucketName });
  const files = db.collection<{ _id: string }>(`${bucketName}.files`);
  const chunks = db.collection<{ files_id: string }>(`${bucketName}.chunks`);
  return {
    async write(key, { type, content }) {
      const id = key as unknown as mongo.ObjectId;
      const target = bucket.openUploadStreamWithId(id, key, { metadata: { type } });
      const source = Readable.from(content, { objectMode: false, highWaterMark: 1 });
      await pipeline(source, target).catch(storageAway);
    },
    async read(key, { from, to }) {
      const id = key as unknown as mongo.ObjectId;
      try {
        return Buffer.concat(await bucket.openDownloadStream(id, { start: from, end: to }).toArray());
      } catch (error) {
        return isMissing(error) ? undefined : storageAway(error);
      }
    },
    async remove(key) {
      await files.deleteOne({ _id: key }).catch(storageAway);
      // Separately, since an interrupted write leaves chunks without a document in `files`.
      await chunks.deleteMany({ files_id: key }).catch(storageAway);
    },
    close() {},
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof mongo.MongoRuntimeError && error.message.startsWith('FileNotFound');
}
