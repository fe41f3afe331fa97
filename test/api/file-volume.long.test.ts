import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { sampled, until } from '@svc/testing';
import { startS3Server, type TestS3Server } from '@svc/object-storage/testing/s3-server';
import { api, make } from '../support/http.ts';
import { maliciousFiles } from '../support/malicious-files.ts';
import { downloaded, halfAnUpload, upload, type FileToSend } from '../support/upload.ts';
import { openWorld, type TestUser, type World } from '../support/world.ts';

const megabyte = 1024 * 1024;
/** Of each storage. */
const filesOfStorage = 3;
/** The number of files after which the peak of a process no longer depends on when it collects garbage. */
const filesBefore = 2;
const fileBytes = 64 * megabyte;
/** Each takes about a third of the time of a file. */
const photosOfRound = 2;
/** How much gateway and records may each grow above their peak during the first files. */
const maxGrowth = 64 * megabyte;

const contacts = 'svc-posts/v2/contacts';
const noS3: TestS3Server = {
  env: {},
  bucket: '',
  folder: '',
  options: undefined as never,
  stop: async () => {},
};
/** What a process takes at most is what Linux says. */
const isKnown = existsSync('/proc/self/status');
if (!isKnown) process.stderr.write('Skipped: the memory that files take, because there is no /proc here.\n');

const storages = [
  ['GridFS', async () => noS3],
  ['S3', startS3Server],
] as const;
const ofPictures = 'ten pictures of 20 MB that are uploaded at the same time need at most 160 MB of memory';
const ofFiles = '192 MB of files, photographs and malicious files need at most 64 MB of memory';

const volumes = sampled(
  storages.flatMap(([storage]) => [ofPictures, ofFiles].map((volume) => ({ storage, volume }))),
  0.5,
  ({ storage, volume }) => [storage, volume],
);

describe.each(storages)('%s', (storage, startStorage) => {
  let server: TestS3Server;
  let world: World;
  let mona: TestUser;
  let id: number;
  let photo: FileToSend;

  beforeAll(async () => {
    server = await startStorage();
    const extension = join(import.meta.dirname, '../support/files-extension.ts');
    world = await openWorld({ env: { EXTENSIONS: extension, MAX_FILE_MB: '64', ...server.env } });
    mona = await world.createUser({ role: 'multiplier' });
    id = await make(api(world, mona.token), contacts, { name: 'Ann' });
    photo = { name: 'photo.jpg', bytes: await photograph() };
  });
  afterAll(async () => {
    await world?.close();
    await server?.stop();
  });

  const send = async (file: FileToSend) => {
    const fields = { meta_key: 'x_files', is_multi_file: 'true' };
    const { body } = await upload(world, mona.token, { id, fields, files: [file] });
    return body.uploaded_files[0];
  };
  const sha256Of = async (key: string) => {
    const { body } = await downloaded(world, mona.token, { id, meta_key: 'x_files', file_key: key });
    const digest = createHash('sha256');
    for await (const piece of body ?? []) digest.update(piece);
    return digest.digest('hex');
  };
  const count = (collection: string) => world.databaseOf('records').collection(collection).countDocuments();
  const deleteAll = () =>
    api(world, mona.token).post(`${contacts}/${id}/storage_delete`, { json: { meta_key: 'x_files' } });

  /** One after the other, as a client sends them; the bytes of each are told by their first ones. */
  async function transfer(bytes: Uint8Array<ArrayBuffer>, times: number): Promise<void> {
    for (let number = 0; number < times; number += 1) {
      bytes.set(randomBytes(16));
      const { uploaded_key: key = '' } = (await send({ name: `${number}.bin`, bytes })) ?? {};
      expect(await sha256Of(key)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  }

  async function harm(): Promise<void> {
    for (const { file, becomes } of maliciousFiles) {
      const result = await send(await file());
      expect(result?.uploaded).toBe(!('refused' in becomes));
    }
    expect(
      (await send({ name: 'huge.bin', bytes: new Uint8Array(fileBytes + megabyte) }))?.uploaded_msg,
    ).toMatch(/maximum allowed size of 64 MB/);
    const cut = halfAnUpload(world, mona.token, { id, bytes: randomBytes(32 * megabyte) });
    await until(async () => expect(await count('upload_chunks')).toBeGreaterThan(100));
    cut();
    await until(async () => expect([await count('uploads'), await count('upload_chunks')]).toEqual([0, 0]));
  }

  const volumeTests: Readonly<Record<string, () => Promise<void>>> = {
    [ofPictures]: async () => {
      const records = world.services.find(({ service }) => service === 'records');
      const bytes = new Uint8Array(20 * megabyte);
      bytes.set(photo.bytes as Uint8Array);
      await send({ name: 'first.jpg', bytes });
      const before = highestOf(records?.pid ?? 0);
      const names = Array.from({ length: 10 }, (_, number) => `${number}.jpg`);
      const results = await Promise.all(names.map((name) => send({ name, bytes })));
      expect(results.map((result) => result?.uploaded)).toEqual(names.map(() => true));
      const growth = highestOf(records?.pid ?? 0) - before;
      expect(growth).toBeLessThan(160 * megabyte);
      expect((await deleteAll()).body).toMatchObject({ deleted: true });
    },

    [ofFiles]: async () => {
      const bytes = new Uint8Array(randomBytes(fileBytes));
      const measured = world.services.filter(({ service }) => ['gateway', 'records'].includes(service));
      const peaks = () => measured.map(({ pid = 0 }) => highestOf(pid));
      const sendAll = async (files: number) => {
        await transfer(bytes, files);
        for (let number = 0; number < photosOfRound; number += 1)
          expect((await send(photo))?.uploaded).toBe(true);
      };
      await sendAll(filesBefore);
      const first = peaks();
      await sendAll(filesOfStorage - filesBefore);
      await harm();
      const growths = peaks().map((peak, index) => peak - (first[index] ?? 0));
      expect(Math.max(...growths)).toBeLessThan(maxGrowth);
      expect((await deleteAll()).body).toMatchObject({ deleted: true });
      const kept = await world.databaseOf('records').collection('files').countDocuments({ state: 'kept' });
      expect(kept).toBe(0);
    },
  };

  const ofStorage = volumes.filter((each) => each.storage === storage);
  (isKnown ? test : test.skip).each(ofStorage)('$volume', ({ volume }) => volumeTests[volume]?.());
});

/** The most resident memory that a process has had, in bytes. */
function highestOf(pid: number): number {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** As a telephone takes it: 12 megapixels that lie on their side. */
async function photograph(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const picture = sharp({
    create: { width: 4_000, height: 3_000, channels: 3, background: '#808080', noise },
  });
  return new Uint8Array(await picture.withMetadata({ orientation: 6 }).jpeg().toBuffer());
}
