import { Readable } from 'node:stream';
import type * as Commands from '@aws-sdk/client-s3';
import type { ByteRange, FileStorage, StoredObject } from './file-storage.ts';
import { storageAway } from './storage-away.ts';

/** A bucket, and who the service is there. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Of any other service than Amazon's. */
  readonly endpoint: string | undefined;
  /** Without it the SDK finds out who the machine is: roles, files and variables of the environment. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** Not every service that speaks S3 knows the newer checksums. */
const checksums = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const;

/** What fails is thrown, and logged by who asked: the SDK need not write to the console besides. */
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

const timeouts = { connectionTimeout: 3_000, socketTimeout: 15_000 };

/** Keeps files in a bucket of an object storage that speaks S3. */
export class S3Storage implements FileStorage {
  readonly #client: Commands.S3Client;
  readonly #commands: typeof Commands;
  readonly #bucket: string;

  private constructor(client: Commands.S3Client, commands: typeof Commands, bucket: string) {
    this.#client = client;
    this.#commands = commands;
    this.#bucket = bucket;
  }

  /** The SDK is loaded here and nowhere else: most installations do without. */
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

  /** In one request, as its size is known: an upload in parts would leave those behind that a crash cut short. */
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
