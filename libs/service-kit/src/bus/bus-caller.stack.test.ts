import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { operationSubject } from '@svc/contracts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { testOperation, until, userActor } from '@svc/testing';
import { Deadline } from '../time/deadline.ts';
import { BusCaller, type CallContext } from './bus-caller.ts';
import { wire } from './wire.ts';

const mona = userActor(3, 'Mona');
/** Longer than a test may take: what waited for its deadline never ends. */
const forEver = 3_600_000;
const megabyte = 1024 * 1024;
const unavailable = { code: 'service_unavailable' };

const kit = stackOfSuite({ hasOwnBus: true });

const context = (milliseconds?: number): CallContext => ({
  caller: mona,
  requestId: 'r-1',
  deadline: Deadline.after(milliseconds),
});

/** Text with characters of one to four bytes, so that parts end in the middle of some; another one for each seed. */
function manyBytes(seed: number, bytes: number): string {
  const unit = `${seed} aé漢😀 ${randomBytes(12).toString('base64')} `;
  return unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)));
}

test('replies larger than the maximum payload arrive unchanged, also two at the same time', async () => {
  const asked = testOperation();
  const texts = [manyBytes(1, 17 * megabyte), manyBytes(2, 17 * megabyte)];
  await kit.harness.standIn(asked, ({ id }) => ({ text: texts[id] }));
  await kit.harness.standIn(asked, ({ id }) => ({ text: texts[id] }));
  const { caller, bus } = await kit.harness.context('gateway');
  expect(bus.info?.max_payload).toBe(8 * megabyte);
  const ask = (id: number) => caller.request(asked, Buffer.from(JSON.stringify({ id })), context(forEver));
  const replies = await Promise.all([ask(0), ask(1)]);
  replies.forEach((reply, id) => {
    expect(reply).toMatchObject({ ok: true, status: 200, code: undefined });
    expect(Buffer.from(JSON.stringify({ text: texts[id] })).equals(reply.body)).toBe(true);
  });
});

test.each([0, 1, 2])('a reply around the size of one part arrives whole (%s)', async (more) => {
  const asked = testOperation();
  const part = 8 * megabyte - 4096;
  const text = 'x'.repeat(part - 3 + more);
  await kit.harness.standIn(asked, () => text);
  const { caller } = await kit.harness.context('gateway');
  const reply = await caller.request(asked, Buffer.from('{"id":1}'), context(forEver));
  expect(reply.body.byteLength).toBe(text.length + 2);
});

test('a request larger than the maximum payload is refused, and the next one is sent', async () => {
  const asked = testOperation('write');
  let calls = 0;
  await kit.harness.standIn(asked, () => (calls += 1));
  const large = { id: 1, text: 'x'.repeat(9 * megabyte) };
  await expect(kit.harness.call(asked, large, mona)).rejects.toMatchObject({
    code: 'request_too_large',
    status: 413,
    message: `The request to ${asked.name} is larger than the 8 MB that the bus accepts.`,
  });
  await expect(kit.harness.call(asked, { id: 1 }, mona)).resolves.toBe(1);
});

test('calls of one turn of the event loop go out in one write', async () => {
  const asked = testOperation();
  await kit.harness.standIn(asked, ({ id }) => id);
  const { caller } = await kit.harness.context('gateway');
  await caller.call(asked, { id: 0 }, context());
  const write = jest.spyOn(Socket.prototype, 'write');
  const ids = [1, 2, 3, 4, 5];
  // Each in a callback of its own, as requests come in.
  const calls = ids.map(
    (id) => new Promise((resolve) => setImmediate(() => resolve(caller.call(asked, { id }, context())))),
  );
  expect(await Promise.all(calls)).toEqual(ids);
  const frames = write.mock.calls.map(([frame]) => Buffer.from(frame as Uint8Array).toString('latin1'));
  write.mockRestore();
  const asking = frames.map((frame) => frame.split(`PUB ${operationSubject(asked)} `).length - 1);
  expect(asking.filter((count) => count > 0)).toEqual([5]);
});

test('a late reply is not delivered to a later call', async () => {
  const asked = testOperation();
  const held: (() => void)[] = [];
  await kit.harness.standIn(asked, async ({ id }) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return id;
  });
  const { caller, bus } = await kit.harness.context('gateway');
  // On a busy machine a call's time is over before it is taken: it is not held then.
  await until(async () => {
    await expect(caller.call(asked, { id: 1 }, context(200))).rejects.toMatchObject(unavailable);
    expect(held).toHaveLength(1);
  });
  const later = caller.call(asked, { id: 2 }, context(forEver));
  await until(() => expect(held).toHaveLength(2));
  held[0]?.();
  await bus.flush();
  held[1]?.();
  expect(await later).toBe(2);
});

test('pending and new calls fail at once when the caller is closed', async () => {
  const asked = testOperation('write');
  let isAsked = false;
  await kit.harness.standIn(asked, () => new Promise(() => (isAsked = true)));
  const { caller } = await kit.harness.context('gateway');
  const waiting = caller.call(asked, { id: 1 }, context(forEver));
  waiting.catch(() => {});
  await until(() => expect(isAsked).toBe(true));
  caller.close();
  await expect(waiting).rejects.toMatchObject({ code: 'outcome_unknown' });
  await expect(caller.call(asked, { id: 1 }, context(forEver))).rejects.toMatchObject(unavailable);
});

test('calls fail at once when the connection is closed', async () => {
  const asked = testOperation('write');
  const { bus, keyring } = await kit.harness.context('gateway');
  const caller = new BusCaller(bus, keyring);
  await bus.close();
  await expect(caller.call(asked, { id: 1 }, context(forEver))).rejects.toMatchObject(unavailable);
  expect(() => caller.close()).not.toThrow();
});

/** A connection that knows several servers of the bus. */
async function contextInCluster() {
  const { caller, bus } = await kit.harness.context('gateway');
  Object.assign(bus.info ?? {}, { connect_urls: ['127.0.0.1:1', '127.0.0.1:2'] });
  return { caller, bus };
}

test('at a bus of several servers, a call waits for a service that was there a moment ago', async () => {
  const asked = testOperation('write');
  const first = await kit.harness.standIn(asked, () => 'first');
  const { caller, bus } = await contextInCluster();
  expect(await caller.call(asked, { id: 1 }, context(forEver))).toBe('first');
  await first.drain();
  const later = caller.call(asked, { id: 1 }, context(forEver));
  later.catch(() => {});
  await bus.flush();
  await kit.harness.standIn(asked, () => 'second');
  expect(await later).toBe('second');
});

test('a call to a service that stays away fails long before its deadline', async () => {
  const asked = testOperation('write');
  const first = await kit.harness.standIn(asked, () => 'first');
  const { caller } = await contextInCluster();
  await caller.call(asked, { id: 1 }, context(forEver));
  await first.drain();
  await expect(caller.call(asked, { id: 1 }, context(forEver))).rejects.toMatchObject(unavailable);
});

test('a read under way when the bus goes down is sent again', async () => {
  const asked = testOperation();
  let calls = 0;
  await kit.harness.standIn(asked, () => ((calls += 1) === 1 ? new Promise(() => {}) : 'again'));
  const { caller } = await kit.harness.context('gateway');
  const reading = caller.call(asked, { id: 1 }, context(forEver));
  await until(() => expect(calls).toBe(1));
  await kit.stopNats();
  await kit.startNats();
  expect(await reading).toBe('again');
});

test('calls while the bus is down end at their deadline, and are sent when the bus is back in time', async () => {
  const asked = testOperation('write');
  let calls = 0;
  await kit.harness.standIn(asked, () => (calls += 1));
  await kit.harness.call(asked, { id: 1 }, mona);
  await kit.stopNats();
  for (let call = 0; call < 5; call += 1) {
    const asking = kit.harness.call(asked, { id: 1 }, mona, { milliseconds: 200 });
    await expect(asking).rejects.toMatchObject(call < 4 ? {} : unavailable);
  }
  const withTimeout = kit.harness.call(asked, { id: 1 }, mona, { milliseconds: 10_000 });
  withTimeout.catch(() => {});
  await kit.startNats();
  // Sent as soon as the bus is back, when the service may not be back on it yet.
  await withTimeout.catch((error: unknown) => {
    expect(['service_unavailable', 'outcome_unknown']).toContain((error as { code?: string }).code);
  });
  await until(() => kit.harness.call(asked, { id: 1 }, mona, { milliseconds: 500 }));
  expect(calls).toBeGreaterThan(1);
});

test('replies of one turn of the event loop go out in one write', async () => {
  const asked = testOperation();
  const finish: (() => void)[] = [];
  await kit.harness.standIn(asked, async () => {
    await new Promise<void>((resolve) => {
      finish.push(resolve);
      // Each in a callback of its own, as when the database answers.
      if (finish.length === 5) for (const one of finish) setImmediate(one);
    });
    return 'done';
  });
  const write = jest.spyOn(Socket.prototype, 'write');
  const answers = [1, 2, 3, 4, 5].map((id) => kit.harness.call(asked, { id }, mona));
  expect(await Promise.all(answers)).toEqual(Array(5).fill('done'));
  const frames = write.mock.calls.map(([frame]) => Buffer.from(frame as Uint8Array).toString('latin1'));
  write.mockRestore();
  const answering = frames.map((frame) => frame.split(`${wire.outcome}: ok`).length - 1);
  expect(answering.filter((count) => count > 0)).toEqual([5]);
});
