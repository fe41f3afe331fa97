import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startS3Server } from '@svc/object-storage/testing/s3-server';
import { loadConfig } from '@svc/service-kit';
import { connectStore } from '@svc/service-kit/store';
import { throwAwayStack, until } from '@svc/testing';
import { recordsSettings } from '../config.ts';
import type { FileStorage } from './file-storage.ts';
import { gridFsStorage } from './gridfs-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { openFileStorage } from './open-file-storage.ts';

interface Opened {
  readonly storage: FileStorage;
  /** The same, out of reach. */
  readonly away: FileStorage;
  close(): Promise<void>;
}

async function openGridFs(): Promise<Opened> {
  const stack = await throwAwayStack();
  const connection = await connectStore({ url: stack.mongodbUrl, service: 'records' });
  const other = await connectStore({ url: stack.mongodbUrl, service: 'records' });
  const away = gridFsStorage(other);
  await other.destroy();
  return {
    storage: gridFsStorage(connection),
    away,
    async close() {
      await connection.destroy();
      await stack.stop();
    },
  };
}

async function openS3(): Promise<Opened> {
  const server = await startS3Server();
  const storage = await openS3Storage(server.bucket, server.options);
  const away = await openS3Storage(server.bucket, { ...server.options, endpoint: 'http://127.0.0.1:1' });
  return {
    storage,
    away,
    async close() {
      storage.close();
      away.close();
      await server.stop();
    },
  };
}

async function* pieces(whole: Uint8Array, size = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size);
}

const objectOf = (whole: Uint8Array) => ({
  type: 'application/pdf',
  size: whole.length,
  content: pieces(whole),
});

describe.each([
  ['GridFS', openGridFs],
  ['S3', openS3],
])('%s', (_name, open) => {
  let opened: Opened;
  let storage: FileStorage;

  beforeAll(async () => {
    opened = await open();
    ({ storage } = opened);
  });
  afterAll(() => opened?.close());

  test('an object is read as it was written, in full and in part', async () => {
    const whole = randomBytes(1_000_000);
    await storage.write('whole', objectOf(whole));
    for (const [from, to] of [
      [0, 1_000_000],
      [0, 2],
      [261_119, 261_122],
      [999_999, 1_000_000],
    ] as const) {
      const read = (await storage.read('whole', { from, to })) ?? [];
      expect(whole.subarray(from, to).equals(Buffer.from(read))).toBe(true);
    }
  });

  test('an unknown or removed object is not found', async () => {
    await storage.write('removed', objectOf(Buffer.from('some bytes')));
    await storage.remove('removed');
    await storage.remove('removed');
    expect(await storage.read('removed', { from: 0, to: 4 })).toBeUndefined();
    expect(await storage.read('never', { from: 0, to: 4 })).toBeUndefined();
  });

  test('a write whose content breaks off fails, and can be removed', async () => {
    const failing = (async function* () {
      yield randomBytes(400_000);
      throw new Error('cut short');
    })();
    const object = { type: 'text/plain', size: 800_000, content: failing };
    await expect(storage.write('part', object)).rejects.toMatchObject({ code: 'service_unavailable' });
    // The server of this suite notes what it got of it a little later.
    await until(async () => {
      await storage.remove('part');
      expect(await storage.read('part', { from: 0, to: 4 })).toBeUndefined();
    });
  });

  test('an unreachable storage fails with service_unavailable', async () => {
    const { away } = opened;
    const refused = { code: 'service_unavailable' };
    await expect(away.write('any', objectOf(Buffer.from('a')))).rejects.toMatchObject(refused);
    await expect(away.read('any', { from: 0, to: 1 })).rejects.toMatchObject(refused);
    await expect(away.remove('any')).rejects.toMatchObject(refused);
  });
});

test.each([
  [{}, 'S3_BUCKET: must be set with'],
  [{ S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'b' }, 'S3_SECRET_ACCESS_KEY: must be set with'],
  [{ S3_BUCKET: 'a', S3_SECRET_ACCESS_KEY: 'b' }, 'S3_ACCESS_KEY_ID: must be set with'],
])('an S3 storage with the settings %j is refused: %s', async (settings, message) => {
  const required = { MONGODB_URL: 'mongodb://m', PUBLIC_URL: 'http://r.test', FILE_STORAGE: 's3' };
  const config = loadConfig(recordsSettings, { ...required, ...settings });
  await expect(openFileStorage(config, undefined as never)).rejects.toThrow(message);
});
