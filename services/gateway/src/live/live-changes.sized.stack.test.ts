import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ServiceError, type Actor } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';
import { sized, until, userActor } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import type { AskRecords } from './deliver.ts';
import { LiveChanges } from './live-changes.ts';

const kit = stackOfSuite({ hasOwnBus: true });
let server: Server;
let live: LiveChanges;
let context: Awaited<ReturnType<typeof kit.harness.context>>;
/** How often records was asked. */
let asked = 0;
let isRecordsAway = false;
const ended: string[] = [];
/** The rights of the users of open streams. */
const actors = new Map<number, Actor>();

/** Everybody sees everything. */
const records: AskRecords = async ({ readers, changes }) => {
  asked += 1;
  if (isRecordsAway) throw new ServiceError('service_unavailable', 'away');
  const seen = [...readers.keys()];
  return { changes: changes.map(({ changed }) => ({ seen, left: [], changed })), refused: [] };
};

function startLive(): LiveChanges {
  return new LiveChanges({
    ...context,
    ask: records,
    forget: () => undefined,
    observer: { open: () => undefined, ended: (reason) => ended.push(reason), delivered: () => undefined },
    heartbeatMs: 200,
  });
}

beforeAll(async () => {
  context = await kit.harness.context('gateway');
  server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost');
    const userId = Number(url.searchParams.get('user') ?? 1);
    const actor = userActor(userId, 'Reader', ['access_contacts']);
    actors.set(userId, actor);
    const lastEventId = url.searchParams.get('after') ?? undefined;
    const subscriptions = [{ post_type: 'contacts' }];
    const authenticate = async () => actors.get(userId) as Actor;
    const check = async () => subscriptions;
    const onEnd = () => undefined;
    const stream = { response, actor, subscriptions, lastEventId, authenticate, check, onEnd };
    live.open(stream).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

beforeEach(() => {
  live = startLive();
  asked = 0;
  ended.length = 0;
});

afterAll(() => {
  live.stop();
  server.closeAllConnections();
  server.close();
});

/** A client, and the versions that it has received in their order. */
interface Client {
  readonly versions: number[];
  readonly events: string[];
  lastId: string;
  readonly incoming: IncomingMessage;
}

async function connect(query = ''): Promise<Client> {
  const { port } = server.address() as AddressInfo;
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`http://127.0.0.1:${port}/?${query}`, resolve).on('error', reject);
  });
  const client: Client = { versions: [], events: [], lastId: '', incoming };
  let text = '';
  incoming.on('error', () => undefined);
  incoming.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      client.lastId = /^id: (.*)$/m.exec(block)?.[1] ?? client.lastId;
      const event = /^event: (.*)$/m.exec(block)?.[1];
      if (event !== undefined) client.events.push(event);
      const version = /"version":(\d+)/.exec(block)?.[1];
      if (version !== undefined) client.versions.push(Number(version));
    }
  });
  await until(() => expect(client.lastId).not.toBe(''));
  return client;
}

let version = 0;

/** Publishes the next events, and returns their versions. */
async function publish(count: number, writer = 'Writer'): Promise<number[]> {
  const versions = Array.from({ length: count }, () => (version += 1));
  for (const batch of inBatches(versions, 200))
    await Promise.all(
      batch.map((each) =>
        kit.harness.publish({
          subject: 'svc.events.record.contacts.updated',
          content: eventOf(each, writer),
        }),
      ),
    );
  return versions;
}

function eventOf(recordVersion: number, writer: string) {
  return {
    specversion: '1.0',
    id: String(recordVersion),
    source: '/svc/records',
    type: 'svc.record.updated',
    subject: 'contacts/1',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: {
      commit_id: String(recordVersion),
      actor: { kind: 'user', user_id: 1, display_name: writer },
      record: { id: 1, post_type: 'contacts', name: 'One', version: recordVersion },
      changed: { nickname: { before: 'a', after: 'b' } },
      visibility: { shared_with: [], type: 'access', sources: [] },
    },
  };
}

const inOrder = (versions: readonly number[]) => [...versions].sort((one, other) => one - other);

test('50 readers, one of them slow, receive every event once and in order', async () => {
  const readers = await Promise.all(Array.from({ length: 50 }, (_unused, at) => connect(`user=${at}`)));
  const [slow, ...others] = readers as [Client, ...Client[]];
  slow.incoming.pause();
  const count = sized(3_000, 10_000);
  const published = await publish(count);
  await until(() => {
    for (const { versions } of others) expect(versions).toHaveLength(count);
  });
  expect(slow.versions.length).toBeLessThan(count);
  const received = others[0]?.versions ?? [];
  expect(inOrder(received)).toEqual(published);
  for (const { versions } of others) expect(versions).toEqual(received);
  // Batches of events, and not each event for each reader, are decided.
  expect(asked).toBeLessThan(count / 2);
  slow.incoming.resume();
  await until(() => expect(slow.versions.length === count || slow.events.includes('end')).toBe(true));
  const later = slow.versions.length < count ? await connect(`user=0&after=${slow.lastId}`) : undefined;
  await until(() => expect([...slow.versions, ...(later?.versions ?? [])]).toEqual(received));
  live.stop();
});

test('a reader who does not read is ended, and does not delay another', async () => {
  const reader = await connect();
  const slow = await connect('user=2');
  slow.incoming.pause();
  // More than the sockets of both ends hold.
  const published = await publish(5_000, 'x'.repeat(3_000));
  await until(() => expect(reader.versions).toHaveLength(published.length));
  expect(ended).toEqual(['slow_reader']);
  live.stop();
});

test('a reader who is further behind than events are kept resumes without gap or repetition', async () => {
  const first = await connect();
  const [before = 0] = await publish(1);
  await until(() => expect(first.versions).toEqual([before]));
  first.incoming.destroy();
  const missed = await publish(1_500);
  live.stop();
  live = startLive();
  const second = await connect(`after=${first.lastId}`);
  const later = await publish(20);
  await until(() => expect(second.versions).toHaveLength(missed.length + later.length));
  expect(inOrder(second.versions)).toEqual([...missed, ...later]);
  live.stop();
});

test('events of a time without NATS or records arrive when these are back', async () => {
  const reader = await connect();
  const before = await publish(3);
  await until(() => expect(reader.versions).toHaveLength(3));
  isRecordsAway = true;
  const during = await publish(3);
  await kit.stopNats();
  await kit.startNats();
  isRecordsAway = false;
  const after = await until(() => publish(3));
  await until(() =>
    expect(reader.versions).toEqual(expect.arrayContaining([...before, ...during, ...after])),
  );
  expect(new Set(reader.versions).size).toBe(reader.versions.length);
  live.stop();
});

test('a stream that was created again makes readers fetch everything, and continues', async () => {
  const reader = await connect();
  await publish(5);
  const manager = await kit.harness.bus.jetstreamManager();
  const { config } = await manager.streams.info('SVC_EVENTS');
  await manager.streams.delete('SVC_EVENTS');
  await manager.streams.add(config);
  await until(() => expect(reader.events).toContain('resync'));
  const [later = 0] = await publish(1);
  await until(() => expect(reader.versions).toContain(later));
  live.stop();
});
