import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import {
  allCommands,
  allOperations,
  commandConsumer,
  commandResultSubject,
  commandStream,
  commandSubject,
  deadLetterStream,
  eventConsumers,
  eventPublishers,
  eventStream,
  eventSubject,
  identities,
  inboxPrefix,
  instanceNames,
  presenceSubject,
  operationSubject,
  replySubject,
  serviceNames,
  serviceOf,
  statusAskers,
  statusReply,
  statusSubject,
  systemActor,
  usersAdminList,
  viewStream,
  viewSubject,
  type Identity,
} from '@svc/contracts';
import {
  BusCaller,
  connectBus,
  createKeyring,
  createLogger,
  Deadline,
  ensureStreams,
  keyringFile,
  loadKeyring,
} from '@svc/service-kit';
import { busConfigOf, throwAwayStack, type ThrowAwayStack } from '@svc/testing';

let stack: ThrowAwayStack;
const connections = new Map<Identity | 'test', NatsConnection>();

beforeAll(async () => {
  stack = await throwAwayStack({ hasOwnBus: true });
  const log = createLogger({ service: 'test', level: 'silent' });
  for (const identity of [...identities, 'test'] as const)
    connections.set(identity, await connectBus({ config: busConfigOf(stack, identity), identity, log }));
  await ensureStreams(await connectionOf('test').jetstreamManager(), log);
});

afterAll(async () => {
  for (const connection of connections.values()) await connection.close();
  await stack?.stop();
});

function connectionOf(identity: Identity | 'test'): NatsConnection {
  const connection = connections.get(identity);
  if (!connection) throw new Error(`${identity} is not connected`);
  return connection;
}

/** The refusals of the server for an attempt: `publish to …`, `subscription to …`. */
async function refusalsOf(connection: NatsConnection, attempt: () => void): Promise<string[]> {
  const refused: string[] = [];
  void (async () => {
    for await (const { permissionContext: context } of connection.status())
      if (context) refused.push(`${context.operation} to ${context.subject}`);
  })();
  attempt();
  // The server answers in order, so its refusal arrives before the answer to the flush.
  await connection.flush();
  await setImmediate();
  return [...new Set(refused)].sort();
}

const others = (identity: Identity) => identities.filter((one) => one !== identity);
const streams = [eventStream, viewStream, commandStream, deadLetterStream];
const consumers = [...Object.values(eventConsumers), ...serviceNames.map(commandConsumer)];
const entities = Object.entries(eventPublishers);

/** All subjects of the bus, with the services that may publish on them. */
const said: readonly (readonly [subject: string, by: readonly string[]])[] = [
  ...allOperations.map((operation) => [operationSubject(operation), operation.callers] as const),
  ...allCommands.map((command) => [commandSubject(command), [command.sender]] as const),
  ...allCommands.map((command) => {
    const carriedOutBy = allCommands.filter(({ sender }) => sender === command.sender).map(serviceOf);
    const by = carriedOutBy.filter((service) => service === serviceOf(command));
    return [commandResultSubject(command, 'commit.0'), by] as const;
  }),
  ...entities.map(
    ([entity, publisher]) => [eventSubject(entity, undefined, 'created'), [publisher]] as const,
  ),
  [viewSubject, ['records']],
  ...identities.flatMap((asker) =>
    serviceNames.map((service) => [replySubject(asker, service, 'process.1-1'), [service]] as const),
  ),
  ...identities.map((identity) => [`${inboxPrefix(identity)}.x.1`, []] as const),
  [statusSubject, statusAskers],
  ...instanceNames.map((name) => [presenceSubject(name), [name]] as const),
  ...statusAskers.flatMap((asker) =>
    instanceNames.map((name) => [replySubject(asker, name, statusReply('id')), [name]] as const),
  ),
  ...consumers.map(({ durable, service }) => [`svc.dead-letters.${durable}`, [service]] as const),
];

test.each(identities)('%s can publish only on the subjects of its contracts', async (identity) => {
  const bus = connectionOf(identity);
  const subjects = [...new Set(said.map(([subject]) => subject))];
  const refused = await refusalsOf(bus, () => subjects.forEach((subject) => bus.publish(subject)));
  const notItsOwn = said.filter(([, by]) => !by.includes(identity)).map(([subject]) => subject);
  expect(refused).toEqual([...new Set(notItsOwn)].map((subject) => `publish to ${subject}`).sort());
});

test.each(identities)('%s cannot subscribe to requests, replies and results of others', async (identity) => {
  const bus = connectionOf(identity);
  const ofOthers = others(identity).flatMap((other) => [
    `svc.rpc.${other}.>`,
    `svc.replies.${other}.>`,
    `svc.command-results.${other}.>`,
    `${inboxPrefix(other)}.>`,
  ]);
  const all = [
    '>',
    'svc.>',
    'svc.rpc.>',
    'svc.replies.>',
    'svc.commands.>',
    'svc.command-results.>',
    '_INBOX.>',
    '$JS.>',
  ];
  const alone = serviceNames.includes(identity as never) ? [`svc.rpc.${identity}.>`] : [];
  const subjects = [...ofOthers, ...all, ...alone];
  const subscribed = () =>
    subjects.forEach((subject) => bus.subscribe(subject, { callback: () => undefined }));
  expect(await refusalsOf(bus, subscribed)).toEqual(
    subjects.map((subject) => `subscription to ${subject}`).sort(),
  );
});

test.each(others('admin'))(
  '%s cannot change, purge or delete a stream, or read it without its own consumers',
  async (identity) => {
    const bus = connectionOf(identity);
    const subjects = streams.flatMap((stream) => [
      ...['UPDATE', 'PURGE', 'DELETE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'].map(
        (verb) => `$JS.API.STREAM.${verb}.${stream}`,
      ),
      `$JS.API.DIRECT.GET.${stream}`,
      // The gateway reads the events that it streams with an ephemeral consumer.
      ...(identity === 'gateway' && stream === eventStream ? [] : [`$JS.API.CONSUMER.CREATE.${stream}`]),
    ]);
    const refused = await refusalsOf(bus, () => subjects.forEach((subject) => bus.publish(subject)));
    // Services drop and replay their own dead letters. The server does not check the subject of a deleted message.
    const permitted =
      identity === 'gateway' ? [] : [`publish to $JS.API.STREAM.MSG.DELETE.${deadLetterStream}`];
    expect(refused).toEqual(
      subjects
        .map((subject) => `publish to ${subject}`)
        .filter((subject) => !permitted.includes(subject))
        .sort(),
    );
  },
);

test.each(others('admin'))('%s can read no dead letters but those of its consumers', async (identity) => {
  const bus = connectionOf(identity);
  const readers = consumers
    .filter(({ service }) => service !== identity)
    .map(({ durable }) => `$JS.API.CONSUMER.CREATE.${deadLetterStream}.read-1.svc.dead-letters.${durable}`);
  // Consumers of extensions have any name, so records alone can name a wildcard in place of one (docs/adr/0043-dead-letters.md#costs).
  const all =
    identity === 'records' ? [] : [`$JS.API.CONSUMER.CREATE.${deadLetterStream}.read-1.svc.dead-letters.>`];
  const refused = await refusalsOf(bus, () =>
    [...readers, ...all].forEach((subject) => bus.publish(subject)),
  );
  expect(refused).toEqual([...readers, ...all].map((subject) => `publish to ${subject}`).sort());
});

test.each(others('admin'))('%s cannot use, change or delete the consumers of others', async (identity) => {
  const bus = connectionOf(identity);
  const subjects = consumers
    .filter(({ service }) => service !== identity)
    .flatMap(({ stream, durable, subjects: [subject = ''] }) => [
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${subject}`,
      `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
      `$JS.API.CONSUMER.DELETE.${stream}.${durable}`,
      `$JS.API.CONSUMER.PAUSE.${stream}.${durable}`,
      `$JS.ACK.${stream}.${durable}.1.1.1.1.1`,
    ]);
  const refused = await refusalsOf(bus, () => subjects.forEach((subject) => bus.publish(subject)));
  expect(refused).toEqual(subjects.map((subject) => `publish to ${subject}`).sort());
});

test('a service cannot widen the filter of its command consumer', async () => {
  for (const service of serviceNames) {
    const { stream, durable } = commandConsumer(service);
    const bus = connectionOf(service);
    const subject = `$JS.API.CONSUMER.CREATE.${stream}.${durable}.svc.commands.>`;
    expect(await refusalsOf(bus, () => bus.publish(subject))).toEqual([`publish to ${subject}`]);
  }
});

test('a connection without credentials is refused, and refused messages are not delivered', async () => {
  await expect(connect({ servers: stack.natsUrl, reconnect: false })).rejects.toThrow('Authorization');
  const heard: string[] = [];
  connectionOf('test').subscribe('>', { callback: (_error, { subject }) => void heard.push(subject) });
  await connectionOf('test').flush();
  const bus = connectionOf('comments');
  const refused = said.filter(([, by]) => !by.includes('comments')).map(([subject]) => subject);
  refused.forEach((subject) => bus.publish(subject));
  bus.publish('svc.replies.gateway.comments.last');
  await bus.flush();
  await connectionOf('test').flush();
  expect(heard.filter((subject) => refused.includes(subject))).toEqual([]);
  expect(heard).toContain('svc.replies.gateway.comments.last');
});

test('a call that the bus permissions forbid is refused immediately with the reason', async () => {
  const keys = join(stack.dataDir, 'keyrings');
  await createKeyring(keys);
  const caller = new BusCaller(connectionOf('comments'), await loadKeyring(keyringFile(keys, 'comments')));
  const context = { caller: systemActor('comments'), requestId: 'r', deadline: Deadline.after(600_000) };
  await expect(caller.call(usersAdminList, {}, context)).rejects.toMatchObject({
    code: 'not_trusted',
    message: expect.stringContaining('forbid comments to send users.admin_list'),
  });
  caller.close();
});
