import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { Meilisearch } from 'meilisearch';
import { mongo } from 'mongoose';
import { connect, nkeyAuthenticator } from 'nats';
import { eventStream } from '@svc/contracts';
import { temporaryDirectory } from '@svc/testing';
import { isRunning } from './processes/guard.ts';
import { SERVER_KINDS } from './servers/server-kinds.ts';
import { npmSource } from './sources/npm.ts';
import type { Source } from './sources/source.ts';
import { startStack, type Stack, type StackOptions } from './start-stack.ts';

const root = temporaryDirectory();
const sources = [npmSource(SERVER_KINDS)];
let stack: Stack | undefined;

afterEach(() => stack?.stop());

async function start(name: string, more: Partial<StackOptions> = {}): Promise<Stack> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  stack = await startStack({ dataDir: join(root, name), env, report: () => {}, sources, ...more });
  return stack;
}

async function inMongo<T>(up: Stack, work: (client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const client = new mongo.MongoClient(up.mongodbUrl);
  return work(client).finally(() => client.close());
}

async function readAll(mongodbUrl: string): Promise<unknown[]> {
  const client = new mongo.MongoClient(mongodbUrl);
  const documents = client.db('t').collection('t').find().toArray();
  return documents.finally(() => client.close());
}

/** A connection as one of the processes of the service; the server lets in nobody else. */
async function connectAs({ natsUrl, natsKeysDir = '' }: Stack, identity: string) {
  await expect(connect({ servers: natsUrl, reconnect: false })).rejects.toThrow('Authorization');
  const seed = readFileSync(join(natsKeysDir, `${identity}.nk`));
  const authenticator = nkeyAuthenticator(seed);
  return connect({ servers: natsUrl, authenticator, inboxPrefix: `_INBOX.${identity}` });
}

test('the servers are configured and secured, and data and keys survive a restart on other ports', async () => {
  const first = await start('survives');
  await inMongo(first, (client) =>
    client.withSession((session) =>
      session.withTransaction(() => client.db('t').collection('t').insertOne({}, { session })),
    ),
  );
  const engine = new URL('/indexes', first.meiliUrl);
  expect((await fetch(engine)).status).toBe(401);
  const { host, pathname, search } = new URL(first.mongodbUrl);
  await expect(readAll(`mongodb://${host}${pathname}${search}`)).rejects.toThrow('requires authentication');
  for (const name of ['meilisearch.key', 'mongodb.key', 'mongodb/replica.key'])
    expect(statSync(join(root, 'survives', name)).mode & 0o777).toBe(0o600);
  const bus = await connectAs(first, 'users');
  expect(bus.info?.max_payload).toBe(8 * 1024 * 1024);
  const stream = { name: eventStream, subjects: ['svc.events.>'] };
  await (await bus.jetstreamManager()).streams.add(stream);
  await bus.jetstream().publish('svc.events.user.-.created', 'kept');
  await bus.close();
  const indexOf = ({ meiliUrl: host, meiliKey: apiKey }: Stack) =>
    new Meilisearch({ host, apiKey }).index('t');
  await indexOf(first)
    .addDocuments([{ id: 1 }])
    .waitTask();
  await first.stop();

  const second = await start('survives');
  expect(second.mongodbUrl).not.toBe(first.mongodbUrl);
  expect(second.meiliKey).toBe(first.meiliKey);
  expect(await inMongo(second, (client) => client.db('t').collection('t').countDocuments())).toBe(1);
  const again = await connectAs(second, 'users');
  expect((await (await again.jetstreamManager()).streams.info(eventStream)).state.messages).toBe(1);
  await again.close();
  expect((await indexOf(second).getDocuments()).total).toBe(1);
});

test('data from before MongoDB had a password, or with another one, are kept and get the present one', async () => {
  const open = await start('old', { throwAway: true });
  await inMongo(open, (client) => client.db('t').collection('t').insertOne({}));
  await Promise.all(open.servers.map((server) => server.stop()));
  const closed = await start('old');
  expect(await readAll(closed.mongodbUrl)).toHaveLength(1);
  await closed.stop();
  rmSync(join(root, 'old/mongodb.key'));
  const renewed = await start('old');
  expect(new URL(renewed.mongodbUrl).password).not.toBe(new URL(closed.mongodbUrl).password);
  expect(await readAll(renewed.mongodbUrl)).toHaveLength(1);
});

test('when one server fails, the others are stopped and its problem is reported', async () => {
  const started: number[] = [];
  const failing: Source = {
    name: 'npm',
    open: async (kind, context) => {
      if (kind.name === 'meilisearch') throw new Error('no engine today');
      const server = await sources[0]?.open(kind, context);
      if (server?.pid) started.push(server.pid);
      return server;
    },
  };
  await expect(start('fails', { sources: [failing], throwAway: true })).rejects.toThrow('no engine today');
  expect(started).toHaveLength(2);
  expect(started.filter(isRunning)).toEqual([]);
});

test('a machine without a source gets an error with remedies', async () => {
  await expect(start('none', { sources: [] })).rejects.toThrow(
    /There is no MongoDB for this machine .*MONGODB_URL.*Docker.*mongod/,
  );
});
