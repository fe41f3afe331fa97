import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { until } from '../testing/index.ts';
import { stackOfSuite } from '../testing/stack-harness.ts';
import { consumeEvents } from './consume-events.ts';

const subject = 'svc.events.record.wanted.updated';

const kit = stackOfSuite();

test('only what is wanted and signed by its publisher is handled; what is not wanted passes, whoever has signed it', async () => {
  const { harness } = kit;
  await harness.publish({ subject, content: 1 }, 'search');
  await harness.publish({ subject, content: 2 }, 'search');
  await harness.publish({ subject, content: 'none of them' }, 'search');
  await harness.publish({ subject, content: 4 });
  await harness.publish({ subject, content: 5 });
  const { bus: connection, ...consuming } = await harness.context('users');
  const handled: number[] = [];
  const consumer = await consumeEvents(
    {
      durable: 'wanted',
      subjects: [subject],
      schema: z.int(),
      batchSize: 10,
      wants: (event) => event % 2 === 1,
      handle: async (events) => void handled.push(...events),
    },
    { ...consuming, connection },
  );
  const outcomes = async () => {
    const { values } = await consuming.metrics.eventsConsumed.get();
    return Object.fromEntries(values.map(({ labels: { outcome }, value }) => [outcome, value]));
  };
  await until(async () => expect(await outcomes()).toEqual({ ok: 3, dead: 2 }));
  expect(handled).toEqual([5]);
  await consumer.stop();
});
