import { Readable } from 'node:stream';
import { storageAway, type FileStorage } from './file-storage.ts';

interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of services other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Without them the SDK uses those of the machine: roles, files and environment variables. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Not every S3-compatible service supports the newer checksums. */
const checksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** Failures are thrown and logged by the caller, so the SDK does not have to write to the console. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const timeouts = { connectionTimeout: 3_000, socketTimeout: 15_000 };

/** Stores files in a bucket of an S3-compatible object storage. Loads the SDK on demand, since most installations do not use it. */
export async function openS3Storage({
  bucket,
  region,
  endpoint,
  credentials,
}: S3Options): Promise<FileStorage> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    ...checksums,
    region,
    requestHandler: timeouts,
    logger: quiet,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  });
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
