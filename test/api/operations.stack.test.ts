import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordsNoteBackup, recordsNoteDrill } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { openWorld, type World } from '../support/world.ts';

interface Operations {
  readonly consumers: readonly {
    readonly name: string;
    readonly service: string;
    readonly dead_letters: number;
  }[];
  readonly backup?: { readonly last_at?: string; readonly failed_drill?: { readonly failure: string } };
}

let world: World;
let admin: Api;

beforeAll(async () => {
  world = await openWorld({ isAlone: true });
  admin = api(world, (await world.createUser({ role: 'administrator' })).token);
});

afterAll(() => world?.close());

const operations = async () => (await admin.get<Operations>('svc/v1/operations')).body;

test('each consumer of the services is listed once, with its lag and its dead letters', async () => {
  const waiting = { waiting: 0, unacknowledged: 0, dead_letters: 0 };
  await until(async () => {
    const { consumers } = await operations();
    expect(consumers).toContainEqual({ name: 'users-notifications', service: 'users', ...waiting });
    expect(consumers).toContainEqual({ name: 'search-records', service: 'search', ...waiting });
  });
  await world.bus.jetstream().publish('svc.dead-letters.users-notifications');
  await until(async () => {
    const { consumers } = await operations();
    const found = consumers.filter(({ name }) => name === 'users-notifications');
    expect(found.map(({ dead_letters: count }) => count)).toEqual([1]);
  });
});

test('the newest backup and the last drills are those that the admin tool has noted', async () => {
  expect((await operations()).backup).toEqual({});
  await world.ask(recordsNoteBackup, { at: '2026-11-28T01:15:00.000Z' });
  await world.ask(recordsNoteDrill, { at: '2026-11-28T03:00:00.000Z', failure: 'no space left' });
  await until(async () =>
    expect((await operations()).backup).toEqual({
      last_at: '2026-11-28T01:15:00.000Z',
      failed_drill: { at: '2026-11-28T03:00:00.000Z', failure: 'no space left' },
    }),
  );
});
