import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { until, userActor } from '@svc/service-kit/testing';
import { EngineDoor } from './testing/engine-door.ts';
import { SearchHarness } from './testing/search-harness.ts';

let search: SearchHarness;
let door: EngineDoor;

beforeAll(async () => {
  search = await SearchHarness.open();
  door = await EngineDoor.to(search.stack.meiliUrl);
  door.shut();
  await search.start({ MEILI_URL: door.url, SEARCH_CHECK_AT: { hour: 3, minute: 30 } });
});

afterAll(async () => {
  door?.open();
  await search?.close();
  door?.close();
});

test('before the engine has ever answered, all events are told as not handled', async () => {
  await search.world.create({ name: 'Early' });
  // The bus counts what a consumer has before it a little later.
  const { next_check_at, ...rest } = await until(async () => {
    const { lag, ...told } = await search.status();
    expect(lag).toEqual({ events: 1, jobs: 0, set_aside: 0 });
    return told;
  });
  expect(next_check_at).toMatch(/T03:30:00\.000Z$/);
  expect(rest).not.toHaveProperty('check');
});

test('what waits for the engine is told with its age, and nothing once it is done', async () => {
  door.open();
  await until(async () => expect((await search.status()).lag).toMatchObject({ events: 0, engine_tasks: 0 }));
  await search.rebuilt();
  door.shut();
  await search.world.create({ name: 'Late' });
  await until(async () => {
    const { lag } = await search.status();
    expect(lag).toEqual({ events: 0, jobs: 1, oldest_job: expect.any(Number), set_aside: 0 });
    expect(lag.oldest_job).toBeGreaterThan(0);
  });
  door.open();
  await search.settled();
  expect((await search.status()).lag).toEqual({ events: 0, jobs: 0, set_aside: 0, engine_tasks: 0 });
});

test('only the admin tool is told, and may have something done', async () => {
  const user = userActor(3, 'Ann', ['access_contacts']);
  for (const ask of [
    () => search.status(user),
    () => search.beginRebuild(user),
    () => search.check(true, user),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'not_trusted' });
});
