import { beforeAll, expect, test } from '@jest/globals';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';

let world: World;
let mona: TestUser;
let dora: TestUser;
let hers: Api;
let doras: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
  dora = await world.createUser({ role: 'dispatcher', displayName: 'Dora' });
  hers = api(world, mona.token);
  doras = api(world, dora.token);
});

async function done(by: Api, path: string, json: object): Promise<number> {
  const { status, text, body } = await by.post(path, { json });
  expect({ path, status, text }).toEqual({ path, status: 200, text });
  return Number((body as { ID?: unknown } | null)?.ID);
}

/** Causes a notification of each kind. Returns the ids of the records. */
async function makeEverythingHappen(): Promise<readonly number[]> {
  const given = await done(doras, contacts, { name: 'Given', assigned_to: mona.id });
  const kept = await done(hers, contacts, { name: 'Kept' });
  for (const change of [
    { assigned_to: dora.id },
    { assigned_to: mona.id },
    { requires_update: true },
    { milestones: { values: [{ value: 'milestone_has_bible' }] } },
    { contact_phone: [{ value: '123' }] },
    { subassigned: { values: [{ value: mona.contactId }] } },
  ])
    await done(doras, `${contacts}/${kept}`, change);
  await done(doras, `${contacts}/${kept}/comments`, { comment: 'Well done' });
  await done(doras, `${contacts}/${kept}/comments`, { comment: `@[Mona](${mona.id}) look` });
  const shared = await done(doras, contacts, { name: 'Shared' });
  await done(doras, `${contacts}/${shared}/shares`, { user_id: mona.id });
  await done(hers, `${contacts}/${given}/accept`, { accept: false });
  return [given, kept, shared];
}

async function told(by: Api, records: readonly number[]): Promise<string[]> {
  const json = { all: true, page: 0, limit: 1_000, mentions: false };
  const { body } = await by.post<Record<string, string>[]>('svc/v1/notifications/get_notifications', {
    json,
  });
  const about = body.filter(({ post_id: id }) => records.includes(Number(id)));
  return about.map(({ notification_name: name = '' }) => name).sort();
}

async function expectToldOnce(records: readonly number[]): Promise<void> {
  await world.settled();
  expect(await told(hers, records)).toEqual([
    'assigned_to',
    'assigned_to_other',
    // The other comment mentions her, which is one notification alone.
    'comment',
    'contact_info_update',
    'created',
    'mention',
    'milestone',
    'requires_update',
    'share',
    'subassigned',
  ]);
  expect(await told(doras, records)).toEqual(['assignment_declined']);
}

/** Pauses the consumer of notifications until a moment; events wait in the stream. */
async function pauseUntil(moment: string): Promise<void> {
  const subject = '$JS.API.CONSUMER.PAUSE.SVC_EVENTS.users-notifications';
  const answer = await world.bus.request(subject, JSON.stringify({ pause_until: moment }));
  expect(answer.json()).not.toHaveProperty('error');
}

/** Consumes again however the work ends: other suites of this world wait until all is done. */
async function whilePaused<Result>(work: () => Promise<Result>): Promise<Result> {
  await pauseUntil('2099-01-01T00:00:00Z');
  try {
    return await work();
  } finally {
    await pauseUntil('2000-01-01T00:00:00Z');
  }
}

test('events during an outage of users notify their recipients once after it', async () => {
  const records = await whilePaused(async () => {
    const made = await makeEverythingHappen();
    expect(await told(hers, made)).toEqual([]);
    const users = world.services.find(({ service }) => service === 'users');
    await users?.kill('SIGKILL');
    await users?.ready();
    return made;
  });
  await until(() => expectToldOnce(records));
});
