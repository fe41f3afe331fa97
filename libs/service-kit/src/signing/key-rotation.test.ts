import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineOperation } from '@svc/contracts';
import { defineHandler } from '../bus/call.ts';
import { OperationServer } from '../bus/operation-server.ts';
import { consumeEvents } from '../events/consume-events.ts';
import { until, userActor } from '../testing/index.ts';
import { StackHarness } from '../testing/stack-harness.ts';

const subject = 'svc.events.record.rotation.updated';
const countDown = defineOperation({
  name: 'records.count_down',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway', 'records'],
  summary: 'Asks itself until nothing is left.',
  input: z.object({ left: z.int() }),
  output: z.unknown(),
  errors: [],
});

let kit: StackHarness;

beforeAll(async () => {
  kit = await StackHarness.open();
});

afterAll(() => kit?.close());

test('while keys are rotated, twice, no request and no event is refused', async () => {
  const { bus, ...serving } = await kit.harness.context('records');
  const handler = defineHandler<undefined, { left: number }, unknown>(countDown, async (call) =>
    call.input.left > 0 ? call.ask(countDown, { left: call.input.left - 1 }) : 'done',
  );
  const server = new OperationServer({ ...serving, connection: bus, handlers: [handler], deps: undefined });
  await bus.flush();
  const { keyring, ...consuming } = await kit.harness.context('search');
  const seen: number[] = [];
  const consumer = await consumeEvents(
    {
      durable: 'rotation',
      subjects: [subject],
      schema: z.int(),
      batchSize: 10,
      handle: async (events) => void seen.push(...events),
    },
    { ...consuming, keyring, connection: consuming.bus },
  );
  const keys = new Set<string>();
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    keys.add(keyring.signing.id);
    await kit.harness.publish({ subject, content: rounds });
    await expect(kit.harness.call(countDown, { left: 1 }, userActor(3, 'Mona'))).resolves.toBe('done');
  };
  for (const generations of [2, 3]) {
    await kit.harness.rotateKeys(2_500);
    while (keys.size < generations) await work();
  }
  await work();
  await until(() => expect(seen).toHaveLength(rounds));
  await consumer.stop();
  await server.drain();
});
