import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- it comes without types
import S3rver from '@20minutes/s3rver';

/** A server that speaks S3, with one empty bucket; it takes the requests of one pair of keys. */
export interface S3Server {
  /** The settings with which records uses it. */
  readonly env: Record<string, string>;
  readonly options: {
    readonly bucket: string;
    readonly region: string;
    readonly endpoint: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  };
  stop(): Promise<void>;
}

interface Rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

const bucket = 'files';
const region = 'us-east-1';
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Starts one on a free port; what it stores goes with it. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'svc-s3-'));
  const buckets = [{ name: bucket, configs: [] }];
  const options = { port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: buckets };
  const server = new (S3rver as new (options: object) => Rver)(options);
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    options: { bucket, region, endpoint, credentials },
    env: {
      FILE_STORAGE: 's3',
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
