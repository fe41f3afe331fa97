import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import {
  commandResultSubject,
  commandStream,
  commandSubject,
  defineCommand,
  deadLetterStream,
  ServiceError,
  type Command,
  type Identity,
} from '@svc/contracts';
import type { StreamConsumer } from '../events/stream-consumer.ts';
import { signMessage } from '../signing/sign-message.ts';
import { CommandResults } from '../store/command-results.ts';
import { readEvents, readStream, until } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { StoreInstance } from '../store/testing/store-instance.ts';
import { defineCommandHandler, serveCommands, type CommandCall } from './serve-commands.ts';

const kit = stackOfSuite({ hasOwnBus: true });
let instance: StoreInstance;
const serving: StreamConsumer[] = [];

beforeAll(async () => {
  instance = await StoreInstance.open(kit);
});

afterEach(async () => {
  await Promise.all(serving.splice(0).map((consumer) => consumer.stop()));
});

interface Input {
  readonly id: string;
}

/** A command of its own for each test. */
function newCommand(sender: Command['sender'] = 'users'): Command<Input, { count: number }> {
  const name = `records.${randomUUID()}` as const;
  const input = z.object({ id: z.string() });
  const result = z.object({ count: z.int() });
  return defineCommand({ name, sender, summary: 'A test.', input, result });
}

type Handle = (call: CommandCall<Input>) => Promise<{ count: number }>;
type Served = readonly [Command<Input, { count: number }>, Handle];

const serve = (...served: Served) => serveAll([served]);

async function serveAll(served: readonly Served[]): Promise<StreamConsumer> {
  const { bus, keyring, log, metrics } = await kit.harness.context('records');
  const handlers = served.map((each) => defineCommandHandler<undefined, Input, { count: number }>(...each));
  const { idempotency } = instance.store;
  const options = { connection: bus, keyring, handlers, deps: undefined, idempotency, log, metrics };
  const consumer = await serveCommands({ service: 'records', ...options });
  serving.push(consumer);
  return consumer;
}

/** Writes a document of the command's in one commit with its claim. */
const execute = (call: CommandCall<Input>) =>
  instance.store.commit(call, async () => ({
    writes: [instance.insert(`${call.input.id}-${randomUUID()}`)],
    answer: { count: await written(call.input.id) },
  }));

const written = (id: string) => instance.items.countDocuments({ _id: { $regex: id } });

const send = (command: Command, { id = randomUUID(), key = 'x' }, from: Identity = 'users') =>
  kit.harness.publish({ id, subject: commandSubject(command), content: { id: key } }, from);

async function waiting(): Promise<number> {
  const manager = await kit.harness.bus.jetstreamManager();
  return (await manager.streams.info(commandStream)).state.messages;
}

test('a command is executed as its sender, and its result reaches the waiting caller', async () => {
  const command = newCommand();
  await serve(command, async ({ input, actor }) => {
    expect(actor).toMatchObject({ kind: 'system', displayName: 'users' });
    return { count: input.id.length };
  });
  await expect(kit.harness.command(command, { id: 'four' }, 'users')).resolves.toEqual({ count: 4 });
  await until(async () => expect(await waiting()).toBe(0));
});

test('a redelivered command is not executed again, and has the same result', async () => {
  const command = newCommand();
  const id = randomUUID();
  const key = randomUUID();
  await serve(command, execute);
  const results: unknown[] = [];
  const announced = kit.harness.bus.subscribe(commandResultSubject(command, id), {
    callback: (_error, message) => void results.push(message.json<{ result: unknown }>().result),
  });
  await kit.harness.bus.flush();
  await send(command, { id, key });
  await until(() => expect(results).toHaveLength(1));
  // A NATS that was restarted does not remember the id of a message that is gone.
  await kit.stopNats();
  await kit.startNats();
  await until(async () => {
    await send(command, { id, key });
    expect(results.length).toBeGreaterThan(1);
  });
  expect(new Set(results.map((result) => JSON.stringify(result)))).toEqual(new Set(['{"count":0}']));
  expect(await written(key)).toBe(1);
  announced.unsubscribe();
});

test('events of chained commands have the commit id of the first write', async () => {
  const first = newCommand('records');
  const second = newCommand('records');
  const postType = randomUUID();
  const event = { entity: 'record', verb: 'updated', postType, subject: `${postType}/1` } as const;
  const events = [{ ...event, data: {}, withoutValues: () => ({}) }];
  const told = { writes: [], events, answer: { count: 1 } };
  const asking = (command: Command<Input>) => ({ command, input: { id: 'x' } });
  await serveAll([
    [first, (call) => instance.store.commit(call, async () => ({ ...told, commands: [asking(second)] }))],
    [second, (call) => instance.store.commit(call, async () => told)],
  ]);
  const commands = [asking(first), asking(first)];
  await instance.store.commit(instance.call(), async () => ({ ...told, commands }));
  await until(async () => {
    const announced = await readEvents(kit.harness.bus, `svc.events.record.${postType}.>`);
    expect(announced).toHaveLength(5);
    expect(new Set(announced.map(({ data }) => data['commit_id'])).size).toBe(1);
  });
});

test('a slow command does not delay other commands', async () => {
  const command = newCommand();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await serve(command, async ({ input }) => {
    if (input.id === 'slow') await isReleased;
    return { count: 1 };
  });
  const slow = kit.harness.command(command, { id: 'slow' }, 'users');
  await expect(kit.harness.command(command, { id: 'quick' }, 'users')).resolves.toEqual({ count: 1 });
  release();
  await expect(slow).resolves.toEqual({ count: 1 });
});

test('a command with a failing handler is retried until it succeeds', async () => {
  const command = newCommand();
  const id = randomUUID();
  let attempts = 0;
  await serve(command, async (call) => {
    attempts += 1;
    if (attempts < 3) throw new Error('no database');
    return execute(call);
  });
  await expect(kit.harness.command(command, { id }, 'users')).resolves.toEqual({ count: 0 });
  expect(attempts).toBe(3);
  expect(await written(id)).toBe(1);
});

test('a refused command is not retried, and its caller gets no result', async () => {
  const command = newCommand();
  let attempts = 0;
  await serve(command, async () => {
    attempts += 1;
    throw new ServiceError('create_post', 'No.', { status: 403 });
  });
  await expect(kit.harness.command(command, { id: 'x' }, 'users')).resolves.toBeUndefined();
  await until(async () => expect(await waiting()).toBe(0));
  expect(attempts).toBe(1);
});

test('a command signed by another service than its sender is a dead letter, and is not executed', async () => {
  const command = newCommand();
  let attempts = 0;
  await serve(command, async () => ({ count: (attempts += 1) }));
  await send(command, {}, 'search');
  await until(async () => {
    const letters = await readStream(kit.harness.bus, deadLetterStream, 'svc.dead-letters.>');
    const subjects = letters.map(({ headers }) => headers?.get('Svc-Subject'));
    expect(subjects).toContain(commandSubject(command));
  });
  await until(async () => expect(await waiting()).toBe(0));
  expect(attempts).toBe(0);
});

test('a command with a result larger than the maximum payload is executed once, without a result', async () => {
  const command = newCommand();
  let attempts = 0;
  await serve(command, async () => {
    attempts += 1;
    return { count: 1, text: 'x'.repeat(9 * 1024 * 1024) };
  });
  await send(command, {});
  await until(async () => expect(await waiting()).toBe(0));
  expect(attempts).toBe(1);
});

test('a result is accepted only from the executing service, and is undefined after the timeout', async () => {
  const context = await kit.harness.context('users');
  const results = new CommandResults(context);
  const command = newCommand();
  const announce = async (id: string, from: Identity, content: unknown) => {
    const subject = commandResultSubject(command, id);
    const body = Buffer.from(JSON.stringify(content));
    const { keyring } = await kit.harness.context(from);
    const headers = await signMessage(keyring, { id, subject, body });
    kit.harness.bus.publish(subject, body, { headers });
  };
  const soon = results.expect(command, 'soon');
  const never = results.expect(command, 'never');
  await context.bus.flush();
  kit.harness.bus.publish(commandResultSubject(command, 'soon'), 'no JSON');
  await announce('soon', 'search', { result: { count: 2 } });
  await announce('soon', 'records', { result: { count: 1 } });
  await expect(soon.result(2_000)).resolves.toEqual({ count: 1 });
  await announce('never', 'search', { result: { count: 2 } });
  await expect(never.result(20)).resolves.toBeUndefined();
  results.close();
});
