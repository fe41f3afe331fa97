import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, nanos, nkeyAuthenticator, type NatsConnection } from 'nats';
import { eventStream } from '@svc/contracts';
import type { ListedConsumer } from '@svc/service-kit';
import { until } from '@svc/testing';
import { api, type Api } from '../../../../test/support/http.ts';
import { worldInCommon, type World } from '../../../../test/support/world.ts';
import { refused, run } from '../testing/run.ts';

let world: World;
let client: Api;

beforeAll(async () => {
  world = await worldInCommon('configured');
  const { token } = await world.createUser({ role: 'administrator' });
  client = api(world, token);
});

// The world is not settled while a consumer has events to read.
afterAll(async () => {
  for (const { name, owner } of await listed())
    if (owner === 'external') await admin(`consumer remove ${name}`);
});

const admin = (args: string) => run(args.split(' '), { DATA_DIR: world.dataDir });
const keyFile = (name: string) => join(world.dataDir, 'keys/consumers', `${name}.nk`);
async function listed(): Promise<ListedConsumer[]> {
  const { stdout, ...outcome } = await admin('consumer list --json');
  expect(outcome).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as ListedConsumer[];
}

const find = async (name: string) => (await listed()).find((each) => each.name === name);

/** Connects as the external consumer of this name. */
function connectAs(name: string, key = readFileSync(keyFile(name))): Promise<NatsConnection> {
  const authenticator = nkeyAuthenticator(key);
  const inboxPrefix = `_INBOX.${name}`;
  return connect({ servers: world.stack.natsUrl, authenticator, inboxPrefix, reconnect: false });
}

async function createContacts(names: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const name of names) {
    const { body } = await client.post<{ ID: number }>('svc-posts/v2/contacts', { json: { name } });
    ids.push(`contacts/${body.ID}`);
  }
  return ids;
}

test('the command says where the key of the new consumer is', async () => {
  const made = await admin('consumer create told --events record.contacts.created --deliver new');
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(made.stdout).toBe(
    `Created the consumer told. Its program connects with the nkey in ${keyFile('told')}.\n`,
  );
});

test('an external consumer gets exactly its events, and nothing else is permitted', async () => {
  await admin('consumer create strict --events record.groups.* record.contacts.updated --deliver new');
  const nats = await connectAs('strict');
  const denied: string[] = [];
  void (async () => {
    for await (const status of nats.status())
      if (status.permissionContext) denied.push(status.permissionContext.subject);
  })();
  await createContacts(['Not for strict']);
  await client.post('svc-posts/v2/groups', { json: { name: 'For strict' } });
  await until(async () => expect(await find('strict')).toMatchObject({ waiting: 1 }));
  const manager = await nats.jetstreamManager();
  const attempts = [
    () => manager.streams.info(eventStream),
    () => manager.consumers.info(eventStream, 'users-notifications'),
    () => manager.consumers.update(eventStream, 'strict', { filter_subject: 'svc.events.>' }),
    () => manager.consumers.add(eventStream, { durable_name: 'mine', filter_subject: 'svc.events.>' }),
    () => manager.streams.getMessage(eventStream, { seq: 1 }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'PERMISSIONS_VIOLATION' });
  nats.subscribe('svc.events.>', { callback: () => {} });
  await until(() => expect(denied).toContain('svc.events.>'));
  await nats.close();
});

test('a rotated key is accepted beside the previous one, until that is revoked', async () => {
  await admin('consumer create rotated --events user.-.*');
  const first = readFileSync(keyFile('rotated'));
  expect((await admin('consumer rotate rotated')).stdout).toContain('rotated has a new key. Its program');
  for (const key of [first, readFileSync(keyFile('rotated'))])
    await (await connectAs('rotated', key)).close();
  const open = await connectAs('rotated', first);
  expect((await admin('consumer rotate rotated --revoke')).stdout).toContain('The older keys are revoked.');
  await open.closed();
  await expect(connectAs('rotated', first)).rejects.toThrow('Authorization Violation');
  await (await connectAs('rotated')).close();
});

test('the connections of the services survive reloads of NATS', async () => {
  const before = await admin('status --json');
  await admin('consumer create reloaded --events record.*.*');
  const started = (text: string) => JSON.parse(text) as { parts: { part: string; state: string }[] };
  expect(started(before.stdout).parts.find(({ part }) => part === 'records')?.state).toBe('ready');
  await createContacts(['After a reload']);
  const reconnects = world.services.map((service) => service.log()).join('');
  expect(reconnects).not.toContain('bus connection');
});

test('a removed consumer loses its access, and consumers of services stay', async () => {
  await admin('consumer create gone --events record.*.deleted --remove-after 30');
  expect(await find('gone')).toMatchObject({
    owner: 'external',
    removed_after_days: 30,
    events: ['record.*.deleted'],
  });
  const key = readFileSync(keyFile('gone'));
  expect((await admin('consumer remove gone')).stdout).toBe('Removed the consumer gone.\n');
  expect(await find('gone')).toBeUndefined();
  await until(() => expect(connectAs('gone', key)).rejects.toThrow('Authorization Violation'));
  expect(await admin('consumer remove users-views')).toEqual(refused('users-views is neither'));
  expect(await admin('consumer remove users-notifications')).toEqual(refused('the service users needs'));
  expect(await find('users-notifications')).toMatchObject({ owner: 'users' });
});

test('the consumer of a removed extension is listed with its backlog, and removed', async () => {
  const manager = await world.bus.jetstreamManager();
  const orphan = {
    durable_name: 'extension-trainings-changes',
    filter_subject: 'svc.events.record.*.created',
  };
  await manager.consumers.add(eventStream, { ...orphan, inactive_threshold: nanos(60_000) });
  await createContacts(['Waiting']);
  await until(async () => {
    const { waiting, ...facts } = (await find('extension-trainings-changes')) ?? { waiting: 0 };
    expect(facts).toMatchObject({ owner: 'extension', readers: 0, created_at: expect.any(String) });
    expect(waiting).toBeGreaterThan(0);
  });
  const { stdout } = await admin('consumer list');
  expect(stdout).toMatch(/^NAME +OWNER +READERS +WAITING +LAST DELIVERY +CREATED +EVENTS\n/);
  expect(stdout).toMatch(
    /\nextension-trainings-changes +extension +0 +\d+ +never +20\S+Z +record\.\*\.created\n/,
  );
  await admin('consumer remove extension-trainings-changes');
  expect(await find('extension-trainings-changes')).toBeUndefined();
});

test('wrong names and events are refused before anything is created', async () => {
  const create = (rest: string) => admin(`consumer create ${rest}`);
  expect(await create('records --events record.*.*')).toEqual(refused('a name of the service itself', 2));
  expect(await create('extension-x --events record.*.*')).toEqual(refused('a name of the service itself', 2));
  expect(await create('a.b --events record.*.*')).toEqual(refused('Must have lower-case letters', 2));
  for (const events of ['>', 'record.>', 'record.contacts.viewed', 'comments.*.*'])
    expect(await create(`wrong --events ${events}`)).toEqual(refused('Must be entity.type.verb', 2));
  expect(await admin('consumer rotate wrong')).toEqual(refused('wrong is neither a consumer'));
});
