import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineHandler } from '../bus/call.ts';
import { consumeEvents } from '../events/consume-events.ts';
import { until, userActor } from '../testing/index.ts';
import { stackOfSuite } from '../testing/stack-harness.ts';
import { testOperation } from '../testing/test-operation.ts';

const subject = 'svc.events.record.rotation.updated';
const kit = stackOfSuite();
/** Asks itself until nothing is left. */
const countDown = testOperation();

test('while keys are rotated, twice, no request and no event is refused', async () => {
  const handler = defineHandler<undefined, { id: number }, unknown>(countDown, async ({ input, ask }) =>
    input.id > 0 ? ask(countDown, { id: input.id - 1 }) : 'done',
  );
  const server = await kit.harness.serve('records', [handler]);
  const { bus: connection, ...consuming } = await kit.harness.context('search');
  const seen: number[] = [];
  const consumer = await consumeEvents(
    {
      durable: 'rotation',
      subjects: [subject],
      schema: z.int(),
      batchSize: 10,
      handle: async (events) => void seen.push(...events),
    },
    { ...consuming, connection },
  );
  const keys = new Set<string>();
  let rounds = 0;
  const work = async () => {
    rounds += 1;
    keys.add(consuming.keyring.signing.id);
    await kit.harness.publish({ subject, content: rounds });
    await expect(kit.harness.call(countDown, { id: 1 }, userActor(3, 'Mona'))).resolves.toBe('done');
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
