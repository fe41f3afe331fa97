import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readEvents, sized, until } from '@svc/testing';
import { EventWatch } from '../support/events.ts';
import { api, type Answer, type Api, type Sending } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

/** How many writes are under way when the process is killed, and how often that is done. */
const inFlight = 40;
const kills = sized(2, 3);

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let doors: Api[];
let watch: EventWatch;

beforeAll(async () => {
  world = await worldInCommon('inEarnest');
  mona = await world.createUser({ role: 'multiplier' });
  watch = await EventWatch.open(world);
  doors = world.gatewayUrls.map((gatewayUrl) => api({ gatewayUrl }, mona.token));
});

afterAll(() => watch?.close());

const door = (at = 0): Api => doors[at % doors.length] as Api;

const keyed = (key: string, sending: Sending = {}): Sending => ({
  ...sending,
  headers: { ...sending.headers, 'idempotency-key': key },
});

async function namedContacts(name: string, http = door()): Promise<number[]> {
  const { body } = await http.get<{ posts: { ID: number; name: string }[] }>(contacts, {
    query: { name, limit: 1000, fields_to_return: ['name'] },
  });
  return body.posts.filter((post) => post.name === name).map(({ ID }) => ID);
}

interface RecordData {
  record: { id: number; name: string; version: number };
}

/** What the stream tells about contacts, by their name, once it tells all of it. */
async function stories(): Promise<Map<string, string[]>> {
  await watch.take();
  const told = new Map<string, string[]>();
  for (const { type, data } of await readEvents(world.bus, 'svc.events.record.contacts.*')) {
    const { name } = (data as unknown as RecordData).record;
    told.set(name, [...(told.get(name) ?? []), type]);
  }
  return told;
}

test('a repeated request from another address gets the same answer', async () => {
  const { body } = await door().post(contacts, { json: { name: 'On the road' } });
  const path = `${contacts}/${String(body['ID'])}/comments`;
  const key = randomUUID();
  const sendFrom = (address: string, agent: string) => {
    const headers = { 'x-forwarded-for': address, 'user-agent': agent };
    return door().post(path, keyed(key, { json: { comment: 'Hello' }, headers }));
  };
  const first = await sendFrom('192.0.2.1', 'wifi');
  const again = await sendFrom('198.51.100.2', 'mobile');
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await door().get(path)).body['total']).toBe(1);
});

interface PendingWrite {
  name: string;
  send: () => Promise<Answer>;
  /** Undefined when the connection broke. */
  first: Answer;
}

const records = () => world.services.find(({ service }) => service === 'records');

/** Kills the records process while writes are under way: at the first answer, when the others are close to theirs. */
async function writesAcrossKill(): Promise<PendingWrite[]> {
  const writes = Array.from({ length: inFlight }, (_, at) => {
    const name = `In flight ${randomUUID()}`;
    const sending = keyed(randomUUID(), { json: { name } });
    const send = () => door(at).post(contacts, sending);
    return { name, send, answer: send() };
  });
  await Promise.race(writes.map(({ answer }) => answer));
  await records()?.kill('SIGKILL');
  return Promise.all(writes.map(async ({ name, send, answer }) => ({ name, send, first: await answer })));
}

test('a write whose answer was lost with the process is executed once for any number of repeats', async () => {
  let lost = 0;
  for (let kill = 0; kill < kills || lost === 0; kill += 1) {
    const writes = await writesAcrossKill();
    const unanswered = writes.filter(({ first }) => first.status !== 200);
    lost += unanswered.length;
    for (const { first } of unanswered) {
      expect(first).toMatchObject({
        status: 503,
        body: { code: expect.stringMatching(/unknown|unavailable/) },
      });
    }
    await records()?.ready();
    for (const { name, send, first } of writes) await onceInAll(name, send, first);
    const told = await stories();
    for (const { name } of writes) expect([name, told.get(name)]).toEqual([name, ['svc.record.created']]);
  }
});

async function onceInAll(name: string, send: () => Promise<Answer>, first: Answer): Promise<void> {
  const answer = await until(async () => {
    const again = await send();
    if (again.status !== 200) throw new Error(`${name} is answered with ${again.status} ${again.text}`);
    return again;
  });
  if (first.status === 200) expect(answer.text).toBe(first.text);
  expect((await send()).text).toBe(answer.text);
  expect(await namedContacts(name)).toEqual([answer.body['ID']]);
}
