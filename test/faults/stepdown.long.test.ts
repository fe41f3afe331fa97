import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose, { type Connection } from 'mongoose';
import { startStack, type Stack } from '@svc/local-stack';
import { throwAwayRoot } from '@svc/testing';
import { api, type Answer, type Api } from '../support/http.ts';
import { deadlineInEarnest, openWorld, type TestUser, type World } from '../support/world.ts';
import { ClientAtWork, contacts, described, searchPath } from './client-at-work.ts';

/** For how long the stepped-down member does not become primary again, in seconds; the tests end it earlier. */
const stepdownSeconds = 300;

let dataDir: string;
let stack: Stack;
let admin: Connection;

/** The replica set of both tests; each has services and databases of its own. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(throwAwayRoot(), 'svc-stepdown-'));
  stack = await startStack({ dataDir, env: process.env, report: () => undefined, throwAway: true });
  admin = await mongoose.createConnection(`mongodb://${hosts()}/?directConnection=true`).asPromise();
});

afterAll(async () => {
  await admin?.close();
  await stack?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const hosts = () => new URL(stack.mongodbUrl).host;
const stepDown = () =>
  admin.getClient().db('admin').command({ replSetStepDown: stepdownSeconds, force: true });
const endStepdown = () => admin.getClient().db('admin').command({ replSetFreeze: 0 });

async function withServices(
  { path, ...env }: { path: string; [setting: string]: string },
  work: (world: World) => Promise<void>,
): Promise<void> {
  const world = await openWorld({ env: { MONGODB_URL: `mongodb://${hosts()}/${path}`, ...env } });
  try {
    await work(world);
  } finally {
    await world.close();
  }
}

/** Requests of all services by their names; writes reserve ids, commit, and update single documents. */
const requestsOf = (http: Api, id: number, { username, password, id: userId }: TestUser) => ({
  login: () => http.post('jwt-auth/v1/token', { json: { username, password } }),
  create: () => http.post(contacts, { json: { name: 'x' } }),
  'create many': () =>
    http.post(`${contacts}/batch`, {
      json: { items: Array.from({ length: 200 }, () => ({ fields: { name: 'x' } })) },
    }),
  update: () => http.post(`${contacts}/${id}`, { json: { nickname: 'x' } }),
  comment: () => http.post(`${contacts}/${id}/comments`, { json: { comment: 'x' } }),
  share: () => http.post(`${contacts}/${id}/shares`, { json: { user_id: userId } }),
  'save a filter': () =>
    http.post('svc/v1/users/save_filters', {
      json: { post_type: 'contacts', filter: { name: 'x', query: {} } },
    }),
  'change a preference': () =>
    http.post('svc/v1/users/switch_preference', { json: { preference_key: 'follow_all' } }),
  'make a site link': () =>
    http.post('svc-core/v1/site-links', {
      json: { label: 'x', site1: 'a.test', site2: 'b.test', type: 'create_contacts' },
    }),
  'mark notifications': () => http.post(`svc/v1/notifications/mark_all_viewed/${userId}`),
  read: () => http.get(`${contacts}/${id}`),
  list: () => http.get(contacts),
  'read comments': () => http.get(`${contacts}/${id}/comments`),
  'read history': () => http.get(`${contacts}/${id}/activity`),
  search: () => http.get(searchPath, { query: { query: 'x', post_type: 'all', offset: 0 } }),
});

test('without a primary every request is answered, or refused with status 503', async () => {
  const direct = { path: 'direct?replicaSet=svc&directConnection=true', ...deadlineInEarnest };
  await withServices(direct, async (world) => {
    const mona = await world.createUser({ role: 'administrator' });
    const http = api(world, mona.token);
    const { body } = await http.post(contacts, { json: { name: 'Before' } });
    const requests = Object.entries(requestsOf(http, Number(body['ID']), mona));
    const before = await Promise.all(requests.map(async ([name, send]) => outcomeOf(name, await send())));
    expect(before).toEqual(requests.map(([name]) => `${name}: 200`));
    await stepDown();
    const during: string[] = [];
    try {
      for (const [name, send] of requests) during.push(outcomeOf(name, await send()));
    } finally {
      await endStepdown();
    }
    expect(during.filter((outcome) => !/: (200|503)$/.test(outcome))).toEqual([]);
    expect(during).toEqual(expect.arrayContaining(['create: 503', 'create many: 503', 'comment: 503']));
  });
});

test('services that find the primary of the replica set wait for the next one', async () => {
  await withServices({ path: 'found?replicaSet=svc' }, async (world) => {
    const client = new ClientAtWork(world, (await world.createUser({ role: 'multiplier' })).token);
    await client.goOn();
    await stepDown();
    await endStepdown();
    await client.goOn();
    await client.stop();
    expect(client.outcomes.filter(({ answer }) => answer?.status !== 200).map(described)).toEqual([]);
    expect(client.surprises).toEqual([]);
  });
});

function outcomeOf(name: string, { status, text }: Answer): string {
  return status === 200 || status === 503 ? `${name}: ${status}` : `${name}: ${status} ${text.slice(0, 300)}`;
}
