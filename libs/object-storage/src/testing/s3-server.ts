import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- it comes without types
import S3rver from '@20minutes/s3rver';

export type TestS3Server = Awaited<ReturnType<typeof startS3Server>>;

interface Rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const bucket = 'files';
const region = 'us-east-1';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts a server that speaks S3 on a free port, with one empty bucket, for one pair of keys; what it stores goes with it. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  const buckets = [{ name: bucket, configs: [] }];
  const options = {
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: buckets,
    // It expects the path of a listing to be signed without its last slash, which the SDK signs.
    allowMismatchedSignatures: true,
  };
  const server = new (S3rver as new (options: object) => Rver)(options);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  /** The settings with which records uses it. */
  const env: Record<string, string> = {
    FILE_STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  return {
    bucket,
    options: { region, endpoint, credentials },
    /** Holds the objects of the bucket. */
    folder: join(directory, bucket),
    env,
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
