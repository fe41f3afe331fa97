import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import type { ServiceName } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, make } from '../support/http.ts';
import { halfAnUpload, upload } from '../support/upload.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

let world: World;
let mona: TestUser;
let id: number;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier' });
  id = await make(api(world, mona.token), 'svc-posts/v2/contacts', { name: 'Ann' });
});

const stored = (collection: string) => world.databaseOf('records').collection(collection);
const underWay = async () => [
  await stored('uploads').countDocuments(),
  await stored('upload_chunks').countDocuments(),
];
const send = () =>
  upload(world, mona.token, {
    id,
    fields: { meta_key: 'x_files', is_multi_file: 'true' },
    files: [{ name: 'a.txt', bytes: 'a' }],
  });

/** Begins twenty uploads and kills a service meanwhile, so that the uploads stay open although their clients have ended. */
async function leftByDeathOf(
  service: ServiceName | 'gateway',
  whileDead: () => Promise<void>,
): Promise<void> {
  const bytes = randomBytes(600_000);
  const open = Array.from({ length: 20 }, () => halfAnUpload(world, mona.token, { id, bytes }));
  await until(async () => expect(await underWay()).toEqual([20, 40]));
  const instance = world.services.find((candidate) => candidate.service === service);
  await instance?.kill('SIGKILL');
  for (const end of open) end();
  await whileDead();
  await instance?.ready();
}

/** Changes the time of the last data of all uploads, as if they had been silent for some minutes. */
async function silentFor(minutes: number): Promise<void> {
  const heardAt = new Date(Date.now() - minutes * 60_000);
  await stored('uploads').updateMany({}, { $set: { heardAt } });
}

test('idle uploads of a killed gateway release their places', async () => {
  await leftByDeathOf('gateway', async () => {});
  await silentFor(1);
  // For all the service knows, another gateway may still be receiving the uploads.
  await until(async () => expect((await send()).status).toBe(429));
  expect(await underWay()).toEqual([20, 40]);
  await silentFor(3);
  expect(await send()).toMatchObject({ status: 200, body: { uploaded: true } });
  await until(async () => expect(await underWay()).toEqual([0, 0]));
});

test('abandoned uploads are collected after the death of records', async () => {
  await leftByDeathOf('records', () => silentFor(3));
  await until(async () => expect(await underWay()).toEqual([0, 0]));
  expect(await send()).toMatchObject({ status: 200, body: { uploaded: true } });
});
