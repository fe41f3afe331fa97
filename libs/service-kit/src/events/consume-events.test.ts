import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineHandler } from '../bus/call.ts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { testOperation, until, userActor } from '@svc/testing';
import { consumeEvents } from './consume-events.ts';

const kit = stackOfSuite();

/** Consumes numbers as a service, and collects those that it handles. */
async function collect(service: 'users' | 'search', durable: string, wants = (_event: number) => true) {
  const { bus: connection, ...context } = await kit.harness.context(service);
  const subject = `svc.events.record.${durable}.updated`;
  const handled: number[] = [];
  const handle = async (events: readonly number[]) => void handled.push(...events);
  const processor = { durable, subjects: [subject], schema: z.int(), batchSize: 10, wants, handle };
  const consumer = await consumeEvents(processor, { ...context, connection });
  return { subject, handled, consumer, ...context };
}

test('unwanted events are skipped, and wanted events with a wrong signature or schema are dead letters', async () => {
  const { harness } = kit;
  const { subject, handled, consumer, metrics } = await collect(
    'users',
    'wanted',
    (event) => event % 2 === 1,
  );
  await harness.publish({ subject, content: 1 }, 'search');
  await harness.publish({ subject, content: 2 }, 'search');
  await harness.publish({ subject, content: 'none of them' }, 'search');
  await harness.publish({ subject, content: 4 });
  await harness.publish({ subject, content: 5 });
  await harness.publish({ subject, content: 'none either' });
  const outcomes = async () => {
    const { values } = await metrics.eventsConsumed.get();
    return Object.fromEntries(values.map(({ labels: { outcome }, value }) => [outcome, value]));
  };
  const expected = { ok: 3, dead: 2, retried: expect.any(Number) };
  await until(async () => expect(await outcomes()).toEqual(expected));
  expect(handled).toEqual([5]);
  await consumer.stop();
});

test('requests and events are accepted during two rotations of keys', async () => {
  const countDown = testOperation();
  const handler = defineHandler<undefined, { id: number }, unknown>(countDown, async ({ input, ask }) =>
    input.id > 0 ? ask(countDown, { id: input.id - 1 }) : 'done',
  );
  const server = await kit.harness.serve('records', [handler]);
  const { subject, handled, consumer, keyring } = await collect('search', 'rotation');
  const keys = new Set<string>();
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    keys.add(keyring.signing.id);
    await kit.harness.publish({ subject, content: rounds });
    await expect(kit.harness.call(countDown, { id: 1 }, userActor(3, 'Mona'))).resolves.toBe('done');
  };
  for (const generations of [2, 3]) {
    await kit.harness.rotateKeys(2_500);
    while (keys.size < generations) {
      await work();
      // As a client that asks again and again: without a pause a core would be busy until the new keys begin.
      await delay(20);
    }
  }
  await work();
  await until(() => expect(handled).toHaveLength(rounds));
  await consumer.stop();
  await server.drain();
});
