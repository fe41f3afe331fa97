import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JetStreamManager } from 'nats';
import { commandStream, deadLetterStream, eventStream, viewStream } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, done, type Api } from '../support/http.ts';
import { openWorld, uniqueWord, type TestUser, type World } from '../support/world.ts';
import { contacts, searchPath } from './client-at-work.ts';

let world: World;
let manager: JetStreamManager;
let ada: TestUser;
let http: Api;
let httpOfAda: Api;

beforeAll(async () => {
  world = await openWorld();
  manager = await world.bus.jetstreamManager();
  ada = await world.createUser({ role: 'multiplier' });
  http = api(world, (await world.createUser({ role: 'multiplier' })).token);
  httpOfAda = api(world, ada.token);
});

afterAll(() => world?.close());

async function create(name = uniqueWord()): Promise<string> {
  const json = { name, assigned_to: ada.id, notes: ['A note'] };
  await done(http.post(contacts, { json }));
  return name;
}

async function foundBySearch(name: string): Promise<void> {
  const query = { query: name, post_type: 'contacts', offset: 0 };
  const { body } = await http.get<{ hits: { posts: object[] }[] }>(searchPath, { query });
  expect(body.hits.flatMap(({ posts }) => posts)).toHaveLength(1);
}

async function notified(name: string): Promise<void> {
  const path = 'svc/v1/notifications/get_notifications';
  const json = { all: true, page: 0, limit: 1_000 };
  const { body } = await httpOfAda.post<{ post_title: string }[]>(path, { json });
  expect(body.filter(({ post_title: title }) => title === name)).toHaveLength(1);
}

test('running services create deleted streams again, and work goes on', async () => {
  const before = await create();
  await until(() => notified(before));
  for (const stream of [eventStream, commandStream, viewStream, deadLetterStream])
    await manager.streams.delete(stream);
  const name = await create();
  await until(() => foundBySearch(name));
  await until(() => notified(name));
  for (const stream of [viewStream, deadLetterStream]) await until(() => manager.streams.info(stream));
});
