import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { headers } from 'nats';
import {
  deadLetterLimits,
  deadLetterStream,
  eventConsumers,
  eventStream,
  searchDeadLetters,
  searchDropDeadLetters,
  searchReplayDeadLetters,
} from '@svc/contracts';
import { readStream, until, userActor } from '@svc/testing';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { StreamConsumer } from '../events/stream-consumer.ts';
import { deadLetterHandlers } from './dead-letter-handlers.ts';

const kit = stackOfSuite({ hasOwnBus: true });
const { durable: consumer } = eventConsumers.indexedRecords;
const operator = userActor(1, 'Otto', ['manage_dt']);
const subject = 'svc.events.record.contacts.updated';

interface Handled {
  readonly text: string;
  readonly id: string | undefined;
  readonly seq: number;
}

const running: StreamConsumer[] = [];
const noted: unknown[] = [];
let handled: Handled[] = [];
/** Why the consumer fails at present. */
let cause: string | undefined;
let isServed = false;

beforeEach(async () => {
  cause = 'the disk is full';
  handled = [];
  noted.length = 0;
  if (isServed) return;
  const context = await kit.harness.context('search');
  running.push(
    await StreamConsumer.start({
      ...context,
      connection: context.bus,
      stream: eventStream,
      durable: consumer,
      subjects: [...eventConsumers.indexedRecords.subjects],
      batchSize: 10,
      retryWaits: [10],
      async handle(messages) {
        if (cause !== undefined) throw new Error(cause);
        handled.push(
          ...messages.map((message) => ({
            text: message.string(),
            id: message.headers?.get('Nats-Msg-Id'),
            seq: message.seq,
          })),
        );
      },
    }),
  );
  const note = async (_call: unknown, action: unknown) => void noted.push(action);
  await kit.harness.serve(
    'search',
    deadLetterHandlers({ ...context, service: 'search', consumers: () => running, note }),
  );
  isServed = true;
});

afterAll(() => Promise.all(running.map((each) => each.stop())));

const eventOf = (id: number) =>
  JSON.stringify({ type: 'svc.record.updated', subject: `contacts/${id}`, data: { name: 'Jo Secret' } });

const list = (input: { consumer?: string; cursor?: string } = {}) =>
  kit.harness.call(searchDeadLetters, input, operator);

const replay = (...ids: number[]) => kit.harness.call(searchReplayDeadLetters, { consumer, ids }, operator);
const drop = (...ids: number[]) => kit.harness.call(searchDropDeadLetters, { consumer, ids }, operator);

/** Publishes events that the consumer fails to handle, and returns their dead letters. */
async function fail(...records: readonly number[]) {
  const stream = kit.harness.bus.jetstream();
  for (const id of records) await stream.publish(subject, eventOf(id), { msgID: `event-${id}` });
  return until(async () => {
    const { dead_letters: letters } = await list();
    const own = letters.filter(({ record_id: id }) => id !== null && records.includes(id));
    expect(own).toHaveLength(records.length);
    return own;
  });
}

test('a dead letter shows its consumer, event, record, reason, attempts and loss, and no value', async () => {
  const [letter] = await fail(11);
  expect(letter).toEqual({
    id: expect.any(Number),
    consumer,
    type: 'svc.record.updated',
    post_type: 'contacts',
    record_id: 11,
    reason: 'the disk is full',
    attempts: 2,
    failed_at: expect.stringMatching(/^\d{4}-.*Z$/),
    loss: expect.stringContaining('search check --all'),
  });
  expect(JSON.stringify(letter)).not.toContain('Secret');
  await drop(letter?.id ?? 0);
});

test('a reason has no values that a parser or the database quotes', async () => {
  cause = `E11000 duplicate key error collection: svc.items index: name_1 dup key: { name: "Jo Secret" }`;
  const [index] = await fail(12);
  expect(index?.reason).toBe('E11000 duplicate key error collection: svc.items index: name_1');
  cause = `Unexpected token 'J', "Jo Secret" is not valid JSON`;
  const [parser] = await fail(13);
  expect(parser?.reason).toBe(`Unexpected token 'J' is not valid JSON`);
  await drop(index?.id ?? 0, parser?.id ?? 0);
});

test('a replay after the cause is removed handles the event with its own id, once, and after all others', async () => {
  const [letter] = await fail(21);
  cause = undefined;
  const id = letter?.id ?? 0;
  const manager = await kit.harness.bus.jetstreamManager();
  const { state } = await manager.streams.info(eventStream);
  expect(await replay(id)).toEqual({ results: [{ id, outcome: 'handled' }] });
  expect(handled).toEqual([{ text: eventOf(21), id: 'event-21', seq: state.last_seq + 1 }]);
  expect((await list()).dead_letters).toEqual([]);
  expect(await replay(id)).toEqual({ results: [{ id, outcome: 'unknown' }] });
  expect(handled).toHaveLength(1);
  expect(noted).toEqual([
    {
      action: 'dead_letters.replayed',
      subject: `dead-letters/${consumer}`,
      after: [{ id, type: 'svc.record.updated', post_type: 'contacts', record_id: 21 }],
    },
  ]);
});

test('a replay that fails keeps the dead letter under a new id, with its reason and one attempt more', async () => {
  const [letter] = await fail(31);
  cause = 'the disk is still full';
  const { results } = await replay(letter?.id ?? 0);
  const { new_id: next = 0 } = results[0] ?? {};
  expect(results).toEqual([
    { id: letter?.id, outcome: 'failed', reason: 'the disk is still full', new_id: expect.any(Number) },
  ]);
  expect((await list()).dead_letters).toMatchObject([
    { id: next, record_id: 31, reason: 'the disk is still full', attempts: 3 },
  ]);
  cause = undefined;
  expect((await replay(next)).results).toEqual([{ id: next, outcome: 'handled' }]);
  expect(handled).toMatchObject([{ text: eventOf(31), id: 'event-31' }]);
});

test('a dropped dead letter is gone without being handled, and the audit log names its record', async () => {
  const [letter, other] = await fail(41, 42);
  cause = undefined;
  const id = letter?.id ?? 0;
  expect(await drop(id, 999_999)).toEqual({ dropped: [id] });
  expect((await list()).dead_letters).toMatchObject([{ record_id: 42 }]);
  expect(handled).toEqual([]);
  expect(noted).toMatchObject([{ action: 'dead_letters.dropped', after: [{ id, record_id: 41 }] }]);
  expect(await drop(other?.id ?? 0, id)).toEqual({ dropped: [other?.id] });
});

test('pages follow a cursor, the oldest first', async () => {
  const records = Array.from({ length: deadLetterLimits.page + 3 }, (_, index) => 1_000 + index);
  const stream = kit.harness.bus.jetstream();
  for (const id of records) await stream.publish(subject, eventOf(id));
  await until(async () => {
    const letters = await readStream(kit.harness.bus, deadLetterStream, `svc.dead-letters.${consumer}`);
    expect(letters).toHaveLength(records.length);
  });
  const first = await list();
  expect(first.dead_letters).toHaveLength(deadLetterLimits.page);
  const second = await list({ cursor: first.cursor ?? '' });
  expect(second).toMatchObject({ cursor: null, dead_letters: { length: 3 } });
  const ids = [...first.dead_letters, ...second.dead_letters].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  expect((await list({ consumer: 'search-comments' })).dead_letters).toEqual([]);
  for (let at = 0; at < ids.length; at += deadLetterLimits.change)
    await drop(...ids.slice(at, at + deadLetterLimits.change));
});

test('a consumer that does not run here keeps its dead letter; those of other services are unknown', async () => {
  const stream = kit.harness.bus.jetstream();
  const own = headers();
  own.set('Svc-Subject', 'svc.events.comment.contacts.created');
  const { seq } = await stream.publish('svc.dead-letters.search-comments', '{', { headers: own });
  const ofUsers = await stream.publish('svc.dead-letters.users-notifications', eventOf(51));
  const results = (durable: string, ...ids: number[]) =>
    kit.harness.call(searchReplayDeadLetters, { consumer: durable, ids }, operator);
  expect(await results('search-comments', seq)).toEqual({ results: [{ id: seq, outcome: 'not_running' }] });
  expect((await list()).dead_letters).toMatchObject([
    { id: seq, type: 'svc.events.comment.contacts.created', record_id: null, attempts: null },
  ]);
  expect(await results('users-notifications', ofUsers.seq)).toEqual({
    results: [{ id: ofUsers.seq, outcome: 'unknown' }],
  });
  expect(await drop(ofUsers.seq, seq)).toEqual({ dropped: [] });
});

test('only callers with manage_dt see, replay and drop dead letters', async () => {
  const mona = userActor(2, 'Mona');
  const asked = { consumer, ids: [1] };
  for (const answer of [
    kit.harness.call(searchDeadLetters, {}, mona),
    kit.harness.call(searchReplayDeadLetters, asked, mona),
    kit.harness.call(searchDropDeadLetters, asked, mona),
  ])
    await expect(answer).rejects.toMatchObject({ code: 'rest_forbidden' });
});
