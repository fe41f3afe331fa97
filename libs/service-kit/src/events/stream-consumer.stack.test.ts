import { randomUUID } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { AckPolicy, ErrorCode, headers, NatsError, nanos } from 'nats';
import { deadLetterStream, eventStream } from '@svc/contracts';
import { UntrustedMessage } from '../signing/sign-message.ts';
import { captureLog, readStream, until, type LogLine } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import type { HandledMessage } from './handled-message.ts';
import { StreamConsumer, type StreamConsumerOptions } from './stream-consumer.ts';

const kit = stackOfSuite({ hasOwnBus: true });
let lines: LogLine[];
const consumers: StreamConsumer[] = [];

afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
});

type Handle = (numbers: readonly number[], messages: readonly HandledMessage[]) => Promise<void> | void;

/** A durable name of its own for each test, with a subject of the same name. */
const newDurable = () => `test-${randomUUID()}`;

async function consume(
  durable: string,
  handle: Handle,
  options: Partial<StreamConsumerOptions> = {},
): Promise<StreamConsumer> {
  const captured = captureLog();
  lines = captured.lines;
  const { bus, metrics, log } = await kit.harness.context('search', captured.log);
  const consumer = await StreamConsumer.start({
    connection: bus,
    stream: eventStream,
    durable,
    subjects: [`svc.events.${durable}`],
    log,
    metrics,
    batchSize: 10,
    retryWaits: [10, 10],
    handle: async (messages) => handle(messages.map(numberOf), messages),
    ...options,
  });
  consumers.push(consumer);
  return consumer;
}

/** Consumes and keeps what it was handed. */
async function collect(durable = newDurable(), options: Partial<StreamConsumerOptions> = {}) {
  const seen: number[] = [];
  const consumer = await consume(durable, (numbers) => void seen.push(...numbers), options);
  return { durable, seen, consumer };
}

const numberOf = (message: HandledMessage) => message.json<number>();

async function publish(durable: string, count: number, from = 0): Promise<void> {
  const stream = kit.harness.bus.jetstream();
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  await Promise.all(numbers.map((number) => stream.publish(`svc.events.${durable}`, String(number))));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);
const sorted = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);

async function pending(durable: string) {
  const manager = await kit.harness.bus.jetstreamManager();
  const info = await manager.consumers.info(eventStream, durable);
  return { unread: info.num_pending, unacknowledged: info.num_ack_pending };
}

const allTaken = (durable: string) =>
  until(async () => expect(await pending(durable)).toEqual({ unread: 0, unacknowledged: 0 }));

const deadLetters = (durable: string) =>
  readStream(kit.harness.bus, deadLetterStream, `svc.dead-letters.${durable}`);

test('a start waits for servers that are electing a leader', async () => {
  const { bus } = await kit.harness.context('search');
  const noAnswer = new NatsError('no answer', ErrorCode.Timeout);
  const asked = jest.spyOn(bus, 'request').mockRejectedValueOnce(noAnswer).mockRejectedValueOnce(noAnswer);
  const { durable, seen } = await collect(newDurable(), { connection: bus });
  asked.mockRestore();
  await publish(durable, 2);
  await until(() => expect(sorted(seen)).toEqual([0, 1]));
});

test('messages after a large batch wait for each other, and a stop does not wait for the end of the pause', async () => {
  const durable = newDurable();
  await publish(durable, 20);
  const batches: (readonly number[])[] = [];
  const options = { batchSize: 100, intervalMs: 2_000 };
  const first = await consume(durable, (numbers) => void batches.push(numbers), options);
  await until(() => expect(batches.flat()).toHaveLength(20));
  for (const number of [20, 21, 22]) await publish(durable, 1, number);
  await until(() => expect(batches.at(-1)).toEqual([20, 21, 22]));
  await first.stop();
  await consume(durable, (numbers) => void batches.push(numbers), options);
  await publish(durable, 1, 23);
  await until(() => expect(batches.at(-1)).toEqual([23]));
});

test('a message after a small batch is handled soon, however long the longest pause is', async () => {
  const durable = newDurable();
  const { seen } = await collect(durable, { intervalMs: 1_000_000 });
  await publish(durable, 1);
  await until(() => expect(seen).toEqual([0]));
  await publish(durable, 1, 1);
  await until(() => expect(seen).toEqual([0, 1]));
});

test('the pause is skipped while more than one batch is pending', async () => {
  const durable = newDurable();
  await publish(durable, 1_000);
  const batches: (readonly number[])[] = [];
  await consume(durable, (numbers) => void batches.push(numbers), { intervalMs: 1_000_000 });
  await until(() => expect(batches.flat().length).toBeGreaterThan(980));
});

test('messages are handled in order, in batches, and acknowledged', async () => {
  const durable = newDurable();
  await publish(durable, 100);
  const batches: (readonly number[])[] = [];
  await consume(durable, (numbers) => void batches.push(numbers));
  await until(() => expect(batches.flat()).toHaveLength(100));
  expect(batches.flat()).toEqual(upTo(100));
  expect(batches.length).toBeLessThan(100);
  expect(batches.filter(({ length }) => length > 10)).toEqual([]);
  await allTaken(durable);
});

test('a worker continues after another worker took the message that both waited for', async () => {
  const durable = newDurable();
  let atOnce = 0;
  const all = Promise.withResolvers<void>();
  const work = async ([number]: readonly number[]) => {
    if (number === 0) return;
    atOnce += 1;
    await all.promise;
  };
  await consume(durable, work, { batchSize: 1, concurrency: 3 });
  await publish(durable, 1);
  await allTaken(durable);
  await publish(durable, 3, 1);
  await until(() => expect(atOnce).toBe(3)).finally(() => all.resolve());
});

test('a failed message is retried after each wait until it succeeds', async () => {
  const durable = newDurable();
  await publish(durable, 1);
  const times: number[] = [];
  const fail = () => {
    times.push(Date.now());
    if (times.length < 3) throw new Error('not yet');
  };
  await consume(durable, fail, { batchSize: 1, retryWaits: [100, 200, 10] });
  await allTaken(durable);
  expect(times).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(95);
  expect(third - second).toBeGreaterThanOrEqual(195);
  expect(await deadLetters(durable)).toEqual([]);
});

test('a message that fails every delivery becomes a dead letter, and the rest of its batch is handled once', async () => {
  const durable = newDurable();
  const sent = headers();
  sent.set('Svc-Signature', 'signed');
  const stream = kit.harness.bus.jetstream();
  await publish(durable, 5);
  await stream.publish(`svc.events.${durable}`, '5', { headers: sent, msgID: `${durable}-poison` });
  await publish(durable, 4, 6);
  const handled: number[] = [];
  let attempts = 0;
  await consume(durable, (numbers) => {
    if (numbers.includes(5)) {
      if (numbers.length === 1) attempts += 1;
      throw new Error('5 is\npoison – ☠');
    }
    handled.push(...numbers);
  });
  await until(async () => expect(await deadLetters(durable)).toHaveLength(1));
  const [letter] = await deadLetters(durable);
  expect(letter?.string()).toBe('5');
  const told = (name: string) => letter?.headers?.get(name);
  expect(told('Svc-Consumer')).toBe(durable);
  expect(told('Svc-Subject')).toBe(`svc.events.${durable}`);
  expect(told('Svc-Error')).toBe('5 is poison – ☠');
  expect(told('Svc-Signature')).toBe('signed');
  expect(told('Svc-Message-Id')).toBe(`${durable}-poison`);
  expect(attempts).toBe(3);
  expect(sorted(handled)).toEqual(upTo(10).filter((number) => number !== 5));
  await allTaken(durable);
  expect(lines.filter(({ level }) => level === 50)).toEqual([expect.objectContaining({ deliveries: 3 })]);
});

/** Has messages delivered this many times to an instance that is killed each time: it neither acknowledges nor fails. */
async function deliverInVain(durable: string, messages: number, deliveries: number): Promise<void> {
  const manager = await kit.harness.bus.jetstreamManager();
  await manager.consumers.add(eventStream, {
    durable_name: durable,
    filter_subject: `svc.events.${durable}`,
    ack_policy: AckPolicy.Explicit,
    max_deliver: -1,
  });
  const consumer = await kit.harness.bus.jetstream().consumers.get(eventStream, durable);
  for (let delivery = 0; delivery < deliveries; delivery += 1) {
    const taken = [];
    for await (const message of await consumer.fetch({ max_messages: messages })) taken.push(message);
    for (const message of taken) message.nak();
  }
}

test('messages of instances that were killed often are handled alone, and become no dead letters', async () => {
  const durable = newDurable();
  await publish(durable, 3);
  await deliverInVain(durable, 3, 8);
  await publish(durable, 1, 3);
  const batches: (readonly number[])[] = [];
  const handle = (numbers: readonly number[]) => {
    batches.push(numbers);
    // The first failure, whatever the number of deliveries.
    if (batches.flat().filter((number) => number === 1).length === 1 && numbers.includes(1))
      throw new Error('not yet');
  };
  await consume(durable, handle);
  await allTaken(durable);
  expect(sorted(batches.flat())).toEqual([0, 1, 1, 2, 3]);
  expect(batches.filter(({ length }) => length > 1)).toEqual([]);
  expect(await deadLetters(durable)).toEqual([]);
});

test('a message of which no delivery was ever finished becomes a dead letter without being handled', async () => {
  const durable = newDurable();
  await publish(durable, 1);
  await deliverInVain(durable, 1, 15);
  const { seen } = await collect(durable);
  await until(async () => expect(await deadLetters(durable)).toHaveLength(1));
  const [letter] = await deadLetters(durable);
  expect(letter?.headers?.get('Svc-Attempts')).toBe('16');
  expect(seen).toEqual([]);
  await allTaken(durable);
});

test('an untrusted message becomes a dead letter without a retry', async () => {
  const durable = newDurable();
  await publish(durable, 1);
  let attempts = 0;
  const fail = () => {
    attempts += 1;
    throw new UntrustedMessage(durable, 'never');
  };
  await consume(durable, fail);
  await until(async () => expect(await deadLetters(durable)).toHaveLength(1));
  expect(attempts).toBe(1);
});

test('a dead letter that cannot be written is written later, and the consumer continues', async () => {
  const durable = newDurable();
  await publish(durable, 2);
  const manager = await kit.harness.bus.jetstreamManager();
  const { config } = await manager.streams.info(deadLetterStream);
  await manager.streams.delete(deadLetterStream);
  const handled: number[] = [];
  const handle = (numbers: readonly number[]) => {
    if (numbers.includes(0)) throw new UntrustedMessage(durable, 'poison');
    handled.push(...numbers);
  };
  await consume(durable, handle, { batchSize: 1 });
  await until(() => expect(handled).toEqual([1]));
  await until(() => expect(lines.some(({ msg }) => msg?.includes('dead letter'))).toBe(true));
  await manager.streams.add(config);
  await until(async () => expect(await deadLetters(durable)).toHaveLength(1));
});

test('an instance holds a limited number of messages, and leaves the rest to other instances', async () => {
  const durable = newDurable();
  await publish(durable, 200);
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const slow = await consume(durable, () => gate);
  await until(async () => expect((await pending(durable)).unacknowledged).toBeGreaterThan(0));
  const { seen } = await collect(durable);
  await until(() => expect(seen.length).toBeGreaterThanOrEqual(180));
  // What the other has handled is acknowledged a little later.
  await until(async () => expect((await pending(durable)).unacknowledged).toBeLessThanOrEqual(20));
  go();
  await slow.stop();
  await allTaken(durable);
});

test('stop finishes the current batch, and waiting messages go to another instance at once', async () => {
  const durable = newDurable();
  await publish(durable, 40);
  const one: number[] = [];
  let inHand = 0;
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  const { bus: connection } = await kit.harness.context('search');
  const hold = async (numbers: readonly number[]) => {
    inHand = numbers.length;
    await gate;
    one.push(...numbers);
  };
  const stopping = await consume(durable, hold, { connection, ackWaitMilliseconds: 600_000 });
  // It has all that it asks for: a batch in advance once nothing of the first one waits.
  await until(async () => {
    expect(inHand).toBeGreaterThan(0);
    expect((await pending(durable)).unacknowledged).toBe(inHand < 10 ? 10 : 20);
  });
  await connection.flush();
  const stopped = stopping.stop();
  go();
  await stopped;
  expect(one).toHaveLength(inHand);
  expect(inHand).toBeLessThanOrEqual(10);
  const { seen: two } = await collect(durable, { ackWaitMilliseconds: 600_000 });
  await until(() => expect(one.length + two.length).toBe(40));
  expect(sorted([...one, ...two])).toEqual(upTo(40));
});

test('a batch that takes longer than the acknowledgement wait is not redelivered', async () => {
  const durable = newDurable();
  await publish(durable, 25);
  const seen: number[] = [];
  const slowly = async (numbers: readonly number[]) => {
    seen.push(...numbers);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  };
  for (let instances = 0; instances < 2; instances += 1)
    await consume(durable, slowly, { ackWaitMilliseconds: 2_000 });
  await allTaken(durable);
  expect(sorted(seen)).toEqual(upTo(25));
});

test('messages of an instance that died are handled by another instance', async () => {
  const durable = newDurable();
  await publish(durable, 15);
  const { promise: gate, resolve: end } = Promise.withResolvers<void>();
  let isHeld = false;
  const hold = () => {
    isHeld = true;
    return gate;
  };
  const { bus: connection } = await kit.harness.context('search');
  await consume(durable, hold, { connection, ackWaitMilliseconds: 500 });
  await until(() => expect(isHeld).toBe(true));
  await connection.close();
  const { seen } = await collect(durable, { ackWaitMilliseconds: 500 });
  // Who is slow for half a second gets it once more.
  await until(() => expect(sorted([...new Set(seen)])).toEqual(upTo(15)));
  end();
});

test('an existing durable consumer with other settings is updated', async () => {
  const durable = newDurable();
  const manager = await kit.harness.bus.jetstreamManager();
  await manager.consumers.add(eventStream, {
    durable_name: durable,
    filter_subjects: [`svc.events.${durable}`],
    ack_policy: AckPolicy.Explicit,
    max_deliver: 8,
    ack_wait: nanos(30_000),
    max_ack_pending: 1_000,
  });
  await publish(durable, 1);
  const { seen } = await collect(durable);
  await until(() => expect(seen).toEqual([0]));
  const { config } = await manager.consumers.info(eventStream, durable);
  expect(config).toMatchObject({ max_deliver: -1, ack_wait: nanos(5_000) });
});

test('a deleted durable consumer is created again', async () => {
  const { durable, seen } = await collect();
  await publish(durable, 1);
  await until(() => expect(seen).toEqual([0]));
  const manager = await kit.harness.bus.jetstreamManager();
  await manager.consumers.delete(eventStream, durable);
  await publish(durable, 1, 1);
  await until(() => expect(seen).toContain(1));
});

test('a consumer continues after a restart of NATS, with new and unfinished messages', async () => {
  const durable = newDurable();
  const seen = new Set<number>();
  const { promise: gate, resolve: go } = Promise.withResolvers<void>();
  await publish(durable, 30);
  await consume(durable, async (numbers) => {
    await gate;
    numbers.forEach((number) => seen.add(number));
  });
  await until(async () => expect((await pending(durable)).unacknowledged).toBeGreaterThan(0));
  await kit.stopNats();
  await kit.startNats();
  await until(() => publish(durable, 10, 30));
  go();
  await until(() => expect(sorted([...seen])).toEqual(upTo(40)));
  await allTaken(durable);
});
