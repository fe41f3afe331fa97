import { Readable } from 'node:stream';
import { openS3Client, type S3Server } from '@svc/object-storage';
import { storageAway, type FileStorage } from './file-storage.ts';

/** Stores files in a bucket of an S3-compatible object storage. */
export async function openS3Storage(bucket: string, server: S3Server): Promise<FileStorage> {
  const { sdk, client } = await openS3Client(server);
  return {
    // In one request, since the size is known: a multipart upload that a crash interrupts would leave its parts behind.
    async write(key, { type, size, content }) {
      const Body = Readable.from(content, { objectMode: false });
      const put = { Bucket: bucket, Key: key, ContentType: type, ContentLength: size, Body };
      const reading = new AbortController();
      Body.once('error', (error) => reading.abort(error));
      await client
        .send(new sdk.PutObjectCommand(put), { abortSignal: reading.signal })
        .catch((error: unknown) => storageAway(Body.errored ?? error));
    },
    async read(key, { from, to }) {
      const range = { Bucket: bucket, Key: key, Range: `bytes=${from}-${to - 1}` };
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(range));
        return await Body?.transformToByteArray();
      } catch (error) {
        return error instanceof sdk.NoSuchKey ? undefined : storageAway(error);
      }
    },
    async remove(key) {
      const object = { Bucket: bucket, Key: key };
      await client.send(new sdk.DeleteObjectCommand(object)).catch(storageAway);
    },
    close() {
      client.destroy();
    },
  };
}
