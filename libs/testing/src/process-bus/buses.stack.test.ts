import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { AckPolicy, ErrorCode, nanos } from 'nats';
import {
  commandStream,
  deadLetterStream,
  eventStream,
  recordsSettings,
  usersDisplay,
  type ServiceName,
} from '@svc/contracts';
import { Deadline, ServiceMetrics, StreamConsumer, type StreamConsumerOptions } from '@svc/service-kit';
import { captureLog } from '../capture-log.ts';
import { readEvents, readStream } from '../read-events.ts';
import { ServiceHarness } from '../service-harness.ts';
import { testOperation } from '../test-operation.ts';
import { throwAwayStack, type ThrowAwayStack } from '../throw-away-stack.ts';
import { until } from '../until.ts';
import { userActor } from '../user-actor.ts';

const mona = userActor(3, 'Mona');
const megabyte = 1024 * 1024;

/** The same cases over both, so that a suite over the bus in its process proves what it would prove over NATS. */
describe.each([
  ['NATS', true],
  ['the bus of one process', false],
])('over %s', (_name, hasOwnBus) => {
  let stack: ThrowAwayStack;
  /** One harness where everybody may say everything, and one with the permissions of the contracts. */
  let open: ServiceHarness;
  let closed: ServiceHarness;
  const consumers: StreamConsumer[] = [];
  let subjects = 0;

  /** A subject of the stream of events that no other test uses. */
  const newSubject = () => `svc.events.record.test${(subjects += 1)}`;

  const publish = (subject: string, data: unknown, id: string) =>
    open.bus.jetstream().publish(subject, JSON.stringify({ id, type: 'test', data }), { msgID: id });

  async function consume(
    options: Pick<StreamConsumerOptions, 'subjects' | 'handle'> & Partial<StreamConsumerOptions>,
  ): Promise<StreamConsumer> {
    const durable = `test-${(subjects += 1)}`;
    const { log } = captureLog();
    const metrics = new ServiceMetrics('records' satisfies ServiceName);
    const common = { connection: open.bus, stream: eventStream, durable, batchSize: 10, log, metrics };
    const consumer = await StreamConsumer.start({ ...common, ...options });
    consumers.push(consumer);
    return consumer;
  }

  beforeAll(async () => {
    stack = await throwAwayStack({ hasOwnBus });
    open = await ServiceHarness.open(stack, { isOpen: true });
    closed = await ServiceHarness.open(stack);
  });
  afterEach(async () => {
    for (const consumer of consumers.splice(0)) await consumer.stop();
  });
  afterAll(async () => {
    await closed.close();
    await open.close();
    await stack.stop();
  });

  test('each request is answered by one of the instances', async () => {
    const asked = testOperation();
    const answered: number[] = [];
    for (const _instance of [1, 2])
      await open.standIn(asked, ({ id }) => {
        answered.push(id);
        return id;
      });
    const ids = [1, 2, 3, 4, 5, 6];
    expect(await Promise.all(ids.map((id) => open.call(asked, { id }, mona)))).toEqual(ids);
    expect(answered.toSorted()).toEqual(ids);
  });

  test('a call of an operation without a server fails immediately as unavailable', async () => {
    const call = open.call(testOperation('write'), { id: 1 }, mona, { milliseconds: 600_000 });
    await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test.each([
    ['read', 'service_unavailable'],
    ['write', 'outcome_unknown'],
  ] as const)('a %s without an answer by its deadline fails with %s', async (kind, code) => {
    const asked = testOperation(kind);
    await open.standIn(asked, () => new Promise(() => {}));
    const call = open.call(asked, { id: 1 }, mona, { milliseconds: 200 });
    await expect(call).rejects.toMatchObject({ code });
  });

  test('an oversized request is refused, and a large reply arrives in parts', async () => {
    const asked = testOperation();
    const text = 'aé漢'.repeat(3 * megabyte);
    await open.standIn(asked, ({ id }) => (id === 1 ? { text } : {}));
    const input = { id: 2, text: 'x'.repeat(8 * megabyte) };
    await expect(open.call(asked, input, mona)).rejects.toMatchObject({ code: 'request_too_large' });
    expect(await open.call(asked, { id: 1 }, mona)).toEqual({ text });
  });

  test('the permissions of the contracts apply to senders and to servers of operations', async () => {
    await closed.standIn(recordsSettings, () => ({}) as never);
    const { caller } = await closed.context('search');
    const context = { caller: mona, requestId: 'r', deadline: Deadline.after(60_000) };
    const call = caller.call(recordsSettings, { post_type: 'contacts' }, context);
    await expect(call).rejects.toMatchObject({ code: 'not_trusted' });
    const { bus } = await closed.context('comments');
    const heard = bus.subscribe('svc.rpc.users.display', { callback: () => {} });
    await bus.flush();
    const display = closed.call(usersDisplay, { user_ids: [1] }, mona);
    await expect(display).rejects.toMatchObject({ code: 'service_unavailable' });
    heard.unsubscribe();
  });

  test('two messages with the same id are stored once', async () => {
    const subject = newSubject();
    const first = await publish(subject, { count: 1 }, `${subject}-a`);
    expect(await publish(subject, { count: 2 }, `${subject}-a`)).toMatchObject({
      seq: first.seq,
      duplicate: true,
    });
    await publish(subject, { count: 3 }, `${subject}-b`);
    const events = await readEvents(open.bus, subject);
    expect(events.map(({ data }) => data['count'])).toEqual([1, 3]);
  });

  test('a consumer handles messages published before and after its start, in order', async () => {
    const subject = newSubject();
    await publish(subject, 1, `${subject}-1`);
    const handled: unknown[] = [];
    const handle: StreamConsumerOptions['handle'] = async (messages) => {
      for (const message of messages) handled.push(message.json<{ data: unknown }>().data);
    };
    await consume({ subjects: [subject], handle });
    await publish(newSubject(), 0, `${subject}-other`);
    await publish(subject, 2, `${subject}-2`);
    await publish(subject, 3, `${subject}-3`);
    await until(() => expect(handled).toEqual([1, 2, 3]));
  });

  test('the instances of a consumer share its messages', async () => {
    const subject = newSubject();
    const handled: number[] = [];
    const handle: StreamConsumerOptions['handle'] = async (messages) => {
      handled.push(...messages.map((message) => message.seq));
    };
    const options = { subjects: [subject], handle, durable: 'test-shared', batchSize: 1 };
    await consume(options);
    await consume(options);
    const acks = await Promise.all([1, 2, 3, 4, 5].map((id) => publish(subject, id, `${subject}-${id}`)));
    await until(() => expect(handled.toSorted((a, b) => a - b)).toEqual(acks.map(({ seq }) => seq)));
  });

  test('a failed message is redelivered, and becomes a dead letter after its last delivery', async () => {
    const subject = newSubject();
    const deliveries: number[] = [];
    const handle: StreamConsumerOptions['handle'] = async ([message]) => {
      deliveries.push(message?.info.deliveryCount ?? 0);
      throw new Error('it is broken');
    };
    await consume({ subjects: [subject], handle, durable: 'test-broken', retryWaits: [10, 10] });
    await publish(subject, {}, `${subject}-1`);
    const [letter] = await until(async () => {
      const letters = await readStream(open.bus, deadLetterStream, 'svc.dead-letters.test-broken');
      expect(letters).toHaveLength(1);
      return letters;
    });
    expect(deliveries).toEqual([1, 2, 3]);
    expect(letter?.headers?.get('Svc-Subject')).toBe(subject);
    expect(letter?.headers?.get('Svc-Error')).toBe('it is broken');
    const manager = await open.bus.jetstreamManager();
    const info = await manager.consumers.info(eventStream, 'test-broken');
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });

  test('an unacknowledged message is redelivered to another instance', async () => {
    const subject = newSubject();
    const { seq } = await publish(subject, {}, `${subject}-1`);
    const manager = await open.bus.jetstreamManager();
    const config = { durable_name: 'test-killed', filter_subject: subject, ack_policy: AckPolicy.Explicit };
    await manager.consumers.add(eventStream, { ...config, ack_wait: nanos(300) });
    const counts: number[] = [];
    for (const _instance of [1, 2]) {
      const { bus } = await open.context('records');
      const consumer = await bus.jetstream().consumers.get(eventStream, 'test-killed');
      for await (const message of await consumer.fetch({ max_messages: 1, expires: 30_000 })) {
        expect(message.seq).toBe(seq);
        counts.push(message.info.deliveryCount);
      }
      await bus.close();
    }
    expect(counts).toEqual([1, 2]);
  });

  test('a handled command is removed from its stream', async () => {
    const subject = 'svc.commands.records.test';
    const handled: string[] = [];
    const handle: StreamConsumerOptions['handle'] = async (messages) => {
      handled.push(...messages.map((message) => message.string()));
    };
    await open.bus.jetstream().publish(subject, 'do it', { msgID: 'command-1' });
    await consume({ stream: commandStream, subjects: [subject], handle });
    const manager = await open.bus.jetstreamManager();
    await until(async () => {
      const { state } = await manager.streams.info(commandStream);
      expect([handled, state.messages, state.last_seq]).toEqual([['do it'], 0, 1]);
    });
  });

  test('unknown streams, consumers and subjects fail with the codes of NATS', async () => {
    const manager = await open.bus.jetstreamManager();
    const notFound = { api_error: expect.objectContaining({ code: 404 }) };
    await expect(manager.streams.info('NONE')).rejects.toMatchObject(notFound);
    await expect(manager.consumers.info(eventStream, 'none')).rejects.toMatchObject(notFound);
    const lastOfNothing = manager.streams.getMessage(eventStream, { last_by_subj: newSubject() });
    await expect(lastOfNothing).rejects.toMatchObject(notFound);
    const noResponders = { code: ErrorCode.NoResponders };
    await expect(open.bus.jetstream().publish('test.nowhere', '')).rejects.toMatchObject(noResponders);
    await expect(open.bus.request('test.nobody', '')).rejects.toMatchObject(noResponders);
    await expect(manager.streams.add({ name: eventStream, subjects: ['other'] })).rejects.toMatchObject({
      api_error: expect.objectContaining({ err_code: 10058 }),
    });
  });

  test('a closed connection refuses to publish, and ends its subscriptions', async () => {
    const { bus } = await open.context('records');
    const subscription = bus.subscribe('test.closed', { callback: () => {} });
    await bus.close();
    expect([bus.isClosed(), subscription.isClosed()]).toEqual([true, true]);
    expect(() => bus.publish('test.closed', '')).toThrow(
      expect.objectContaining({ code: ErrorCode.ConnectionClosed }),
    );
  });
});
