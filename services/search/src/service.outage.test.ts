import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { until, userActor } from '@svc/service-kit/testing';
import type { RunningService } from '@svc/service-kit';
import { EngineDoor } from './testing/engine-door.ts';
import { SearchBed } from './testing/search-bed.ts';

const ann = userActor(3, 'Ann', ['access_contacts']);
const shared_with = [ann.userId];

let search: SearchBed;
let door: EngineDoor;
let instance: RunningService;

/** The readiness of the service as `/readyz` puts it. */
async function readiness(): Promise<Record<string, string>> {
  const parts = await Promise.all(
    instance.checks.map(async ({ name, check }) => {
      const outcome = Promise.resolve(check()).then(
        () => 'ok',
        (error: Error) => error.message,
      );
      return [name, await outcome] as const;
    }),
  );
  return Object.fromEntries(parts);
}

const ready = () =>
  until(async () => expect(await readiness()).toEqual({ database: 'ok', meilisearch: 'ok' }));

beforeAll(async () => {
  search = await SearchBed.open();
  door = await EngineDoor.to(search.stack.meiliUrl);
  door.shut();
  instance = await search.start({ MEILI_URL: door.url });
});

afterAll(async () => {
  door?.open();
  await search?.close();
  door?.close();
});

beforeEach(() => door.open());

test('the service starts without the engine, says so, and is ready when it comes', async () => {
  door.shut();
  expect(await readiness()).toEqual({
    database: 'ok',
    meilisearch: `Meilisearch does not answer at ${door.url}`,
  });
  await expect(search.search('x', ann)).rejects.toMatchObject({ code: 'service_unavailable', status: 503 });
  door.open();
  await ready();
  expect(await search.search('x', ann)).toEqual({ hits: [], total_hits: 0 });
});

test('what happens while the engine is away is found when it is back', async () => {
  await ready();
  door.shut();
  const id = await search.world.create({ name: 'Meanwhile', shared_with });
  await search.world.tellComment({ id: search.world.nextId(), record_id: id, content: 'spoken meanwhile' });
  const gone = await search.world.create({ name: 'Meanwhile gone', shared_with });
  await search.world.delete(gone);
  await expect(search.search('meanwhile', ann)).rejects.toMatchObject({
    code: 'service_unavailable',
    message: 'The search engine can not answer now; try again shortly.',
  });
  door.open();
  await until(async () => expect(await search.names('spoken', ann)).toEqual(['Meanwhile']));
  await search.settled();
  expect(await search.names('meanwhile', ann)).toEqual(['Meanwhile']);
});

test('an engine that lost its data gets it again at the next start', async () => {
  await ready();
  const id = await search.world.create({ name: 'Remembered', shared_with });
  await search.world.tellComment({ id: search.world.nextId(), record_id: id, content: 'remembered comment' });
  const gone = await search.world.create({ name: 'Remembered not', shared_with });
  await search.world.delete(gone);
  await search.settled();
  for (const name of ['records', 'comments'] as const) {
    await search.engine.client.deleteIndex(search.engine.indexUid(name)).waitTask();
  }
  instance = await search.start({ MEILI_URL: door.url });
  await until(async () => {
    const { hits } = await search.search('remembered', ann);
    expect(hits[0]?.posts).toMatchObject([{ ID: id, post_hit: 'Y', comment_hit: 'Y' }]);
  });
});
