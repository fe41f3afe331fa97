import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { sized, until, userActor } from '@svc/testing';
import mongoose from 'mongoose';
import { entryForm } from './engine/entries.ts';
import { EngineDoor } from './testing/engine-door.ts';
import { expectIndexOf } from './testing/expect-index-of.ts';
import { searchOfSuite } from './testing/search-harness.ts';
import { Writers } from './testing/writers.ts';

/** Records that are there before a rebuild, in how many pages. */
const records = sized(200, 2_000);
const pages = sized(5, 20);
/** Rebuilds in a row while somebody writes. */
const rebuilds = sized(1, 3);

const ann = userActor(3, 'Ann', ['access_contacts', 'access_groups']);
const shared_with = [ann.userId];

const search = searchOfSuite(1);
let door: EngineDoor;

beforeAll(async () => {
  door = await EngineDoor.to(search.stack.meiliUrl);
  // Several pages: what is written meanwhile is before, in and behind them.
  search.world.pageSize = records / pages;
  await search.start({ MEILI_URL: door.url });
  await search.rebuilt();
  for (let record = 0; record < records; record += 1) {
    const id = search.world.nextId();
    search.world.change(id, { name: `Old ${record}`, shared_with });
    if (record % 3 === 0)
      search.world.changeComment({ id: search.world.nextId(), record_id: id, content: `about ${record}` });
  }
});

afterAll(() => door?.close());

let writers: Writers | undefined;

/** What a test that failed has left would keep all others from what they wait for. */
afterEach(async () => {
  door.open();
  await writers?.stop();
});

/** The names of all indexes on the server. */
async function indexes(): Promise<string[]> {
  const { results } = await search.engine.client.getRawIndexes({ limit: 100 });
  return results.map(({ uid }) => uid).sort();
}

async function rightAgain(): Promise<void> {
  await search.settled();
  await expectIndexOf(search);
  expect(await indexes()).toEqual(['svc_comments', 'svc_records']);
}

/** Waits until a rebuild is in the middle of the records. */
const recordsBegun = () =>
  until(async () => expect((await search.status()).rebuild?.records.done).toBeGreaterThan(0));

/** Does something after which a rebuild has to begin by itself, and waits for its end. */
async function rebuiltAfter(change: () => Promise<unknown>): Promise<void> {
  const { begun_at: before } = await search.rebuilt();
  await change();
  await until(async () => expect((await search.status()).rebuild?.begun_at).not.toBe(before), 30_000);
  expect(await search.rebuilt()).toMatchObject({ state: 'done' });
  await rightAgain();
}

test('a rebuild adds records without events, shows its progress and removes its temporary indexes', async () => {
  expect(await search.names('old 7', ann)).toEqual([]);
  const { has_begun, rebuild } = await search.beginRebuild();
  expect({ has_begun, state: rebuild.state }).toEqual({ has_begun: true, state: 'preparing' });
  const comments = search.world.comments.length;
  expect(await search.rebuilt()).toMatchObject({
    state: 'done',
    records: { done: records, of: records },
    comments: { done: comments, of: comments },
  });
  await rightAgain();
});

test('records written during rebuilds are in the index and deleted ones are not', async () => {
  writers = new Writers(search.world, 11);
  for (let round = 0; round < rebuilds; round += 1) {
    expect(await search.beginRebuild()).toMatchObject({ has_begun: true });
    expect(await search.rebuilt()).toMatchObject({ state: 'done' });
  }
  await writers.stop();
  expect(writers.changes).toBeGreaterThan(20 * rebuilds);
  await rightAgain();
});

test('a record stays searchable during a rebuild and a restored state replaces the newer one', async () => {
  const id = await search.world.create({ name: 'Everpresent', shared_with });
  const other = await search.world.create({ name: 'Newer', shared_with });
  for (let version = 0; version < 3; version += 1) await search.world.update(other, { name: 'Newest' });
  await search.settled();
  search.world.drop(other);
  search.world.change(other, { name: 'From the backup', shared_with });
  await search.beginRebuild();
  let isOver = false;
  const rebuilt = search.rebuilt().finally(() => (isOver = true));
  while (!isOver) {
    const { hits } = await search.search('everpresent', ann);
    expect(hits[0]?.posts).toMatchObject([{ ID: id }]);
  }
  await rebuilt;
  await rightAgain();
  expect(await search.names('backup', ann)).toEqual(['From the backup']);
});

test('another instance resumes the rebuild of a stopped one', async () => {
  const leaving = await search.start({ MEILI_URL: door.url });
  search.world.slowness = 200;
  writers = new Writers(search.world, 23);
  await search.beginRebuild();
  await recordsBegun();
  await search.stop(leaving);
  search.world.slowness = 0;
  expect(await search.rebuilt()).toMatchObject({ state: 'done' });
  await writers.stop();
  await rightAgain();
});

test('a rebuild waits during an outage of the engine, reports it, and resumes', async () => {
  const others = search.instances;
  await search.start({ MEILI_URL: door.url });
  for (const instance of others) await search.stop(instance);
  search.world.slowness = 100;
  // Who has just started may not have been heard of on the bus.
  await until(() => search.beginRebuild());
  await recordsBegun();
  door.shut();
  await search.world.create({ name: 'Meanwhile', shared_with });
  await until(async () => {
    const { rebuild, lag } = await search.status();
    expect(rebuild).toMatchObject({ waits_for: expect.stringContaining('has failed') });
    expect(lag).not.toHaveProperty('engine_tasks');
  });
  search.world.slowness = 0;
  door.open();
  const rebuild = await search.rebuilt();
  expect(rebuild).toMatchObject({ state: 'done' });
  expect(rebuild).not.toHaveProperty('waits_for');
  await rightAgain();
});

test('a rebuild whose indexes are lost restarts', async () => {
  search.world.slowness = 100;
  await search.beginRebuild();
  await recordsBegun();
  for (const uid of await indexes()) {
    if (uid.includes('_beside_')) await search.engine.client.deleteIndex(uid).waitTask();
  }
  search.world.slowness = 0;
  expect(await search.rebuilt()).toMatchObject({ state: 'done' });
  await rightAgain();
});

test('lost indexes are rebuilt automatically', () =>
  rebuiltAfter(async () => {
    for (const uid of await indexes()) await search.engine.client.deleteIndex(uid).waitTask();
    // The engine makes an index of whatever is written next.
    const id = await search.world.create({ name: 'After the loss', shared_with });
    await search.world.comment(id, 'after the loss');
  }));

test('an index built by an older version is rebuilt automatically', () =>
  rebuiltAfter(async () => {
    const connection = mongoose.createConnection(search.stack.mongodbUrl, { dbName: 'svc_search' });
    const work = connection.collection<{ _id: string }>('index_work');
    await work.updateOne({ _id: 'rebuild' }, { $set: { 'progress.form': entryForm - 1 } });
    await connection.close();
  }));

test('temporary indexes of an aborted rebuild are removed at the next start', async () => {
  const { client } = search.engine;
  await client.createIndex('svc_records_beside_0123abcd', { primaryKey: 'id' }).waitTask();
  await client.createIndex('svc_records_besides', { primaryKey: 'id' }).waitTask();
  await search.start();
  await until(async () =>
    expect(await indexes()).toEqual(['svc_comments', 'svc_records', 'svc_records_besides']),
  );
  await client.deleteIndex('svc_records_besides').waitTask();
});
