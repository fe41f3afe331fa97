import { Readable } from 'node:stream';
import type * as Commands from '@aws-sdk/client-s3';
import { storageAway, type ByteRange, type FileStorage, type StoredObject } from './file-storage.ts';

export interface S3Options {
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

/** Stores files in a bucket of an S3-compatible object storage. */
export class S3Storage implements FileStorage {
  readonly #client: Commands.S3Client;
  readonly #commands: typeof Commands;
  readonly #bucket: string;

  private constructor(client: Commands.S3Client, commands: typeof Commands, bucket: string) {
    this.#client = client;
    this.#commands = commands;
    this.#bucket = bucket;
  }

  /** Loads the SDK on demand, since most installations do not use it. */
  static async open({ bucket, region, endpoint, credentials }: S3Options): Promise<S3Storage> {
    const commands = await import('@aws-sdk/client-s3');
    const client = new commands.S3Client({
      ...checksums,
      region,
      requestHandler: timeouts,
      logger: quiet,
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
    return new S3Storage(client, commands, bucket);
  }

  /** In one request, since the size is known: a multipart upload that a crash interrupts would leave its parts behind. */
  async write(key: string, { type, size, content }: StoredObject): Promise<void> {
    const Body = Readable.from(content, { objectMode: false });
    const put = { Bucket: this.#bucket, Key: key, ContentType: type, ContentLength: size, Body };
    const reading = new AbortController();
    Body.once('error', (error) => reading.abort(error));
    const options = { abortSignal: reading.signal };
    await this.#client
      .send(new this.#commands.PutObjectCommand(put), options)
      .catch((error: unknown) => storageAway(Body.errored ?? error));
  }

  async read(key: string, { from, to }: ByteRange): Promise<Uint8Array | undefined> {
    const range = { Bucket: this.#bucket, Key: key, Range: `bytes=${from}-${to - 1}` };
    try {
      const { Body } = await this.#client.send(new this.#commands.GetObjectCommand(range));
      return await Body?.transformToByteArray();
    } catch (error) {
      return error instanceof this.#commands.NoSuchKey ? undefined : storageAway(error);
    }
  }

  async remove(key: string): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key };
    await this.#client.send(new this.#commands.DeleteObjectCommand(object)).catch(storageAway);
  }

  close(): void {
    this.#client.destroy();
  }
}
