import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { JetStreamManager } from 'nats';
import {
  commandStream,
  deadLetterStream,
  eventConsumers,
  eventStream,
  searchCheck,
  searchStatus,
  viewStream,
} from '@svc/contracts';
import { until } from '@svc/testing';
import { api, done, make, type Api } from '../support/http.ts';
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

/** Lets a consumer miss events: those of `work` leave the stream while the consumer is paused. */
async function loseEvents(durable: string, work: () => Promise<unknown>): Promise<void> {
  await world.settled();
  await manager.consumers.pause(eventStream, durable, new Date(Date.now() + 600_000));
  await work();
  await until(async () =>
    expect((await manager.consumers.info(eventStream, durable)).num_pending).toBeGreaterThan(0),
  );
  await manager.streams.purge(eventStream);
  await manager.consumers.resume(eventStream, durable);
}

async function warningOf(name: string): Promise<string | undefined> {
  const instance = world.services.find(({ service }) => service === name);
  const answer = await fetch(`${instance?.opsUrl}/readyz`);
  const { warnings } = (await answer.json()) as { warnings?: Record<string, string> };
  return warnings?.['events'];
}

test('records whose events were lost before search had handled them are put into the index', async () => {
  const count = 20;
  await loseEvents(eventConsumers.indexedRecords.durable, () =>
    Promise.all(Array.from({ length: count }, () => make(http, contacts, { name: uniqueWord() }))),
  );
  await until(async () => expect(await warningOf('search')).toContain('events after'));
  await until(async () => expect(await warningOf('search')).toBeUndefined());
  const repaired = await world.ask(searchStatus, {});
  expect(repaired.check).toMatchObject({ is_thorough: true });
  const { check } = await world.ask(searchCheck, { is_thorough: true });
  await until(async () => {
    const now = await world.ask(searchStatus, {});
    expect(now.check).toMatchObject({ begun_at: check.begun_at, records: { missing: 0, stale: 0 } });
    expect(now.check?.ended_at).toBeDefined();
  });
});

test('events that the stream lost before users had handled them still notify, once', async () => {
  const names: string[] = [];
  await loseEvents(eventConsumers.notifications.durable, async () => {
    for (let count = 0; count < 5; count += 1) names.push(await create());
  });
  for (const name of names) await until(() => notified(name));
  await world.settled();
  for (const name of names) await notified(name);
});
