import { expect, test } from '@jest/globals';
import { AckPolicy } from 'nats';
import { eventConsumers, eventStream } from '@svc/contracts';
import { stackOfSuite } from '@svc/testing/stack-harness';
import { notedPosition } from './note-changes.ts';

const kit = stackOfSuite({ hasOwnBus: true });
const { durable } = eventConsumers.recordChanges;
const subject = 'svc.events.record.contacts.updated';

/** A consumer whose events are noted when the test does it. */
async function pausedConsumer() {
  const manager = await kit.harness.bus.jetstreamManager();
  const config = { durable_name: durable, filter_subject: subject, ack_policy: AckPolicy.Explicit };
  await manager.consumers.add(eventStream, config);
  return kit.harness.bus.jetstream().consumers.get(eventStream, durable);
}

test('a position includes the events that were published before it was asked for', async () => {
  const { bus } = kit.harness;
  const consumer = await pausedConsumer();
  await bus.jetstream().publish(subject, '1');
  const { seq } = await bus.jetstream().publish(subject, '2');
  const position = notedPosition(bus);
  for await (const message of await consumer.fetch({ max_messages: 2 })) message.ack();
  expect((await position).seq).toBe(seq);
});

test('a consumer that has stopped delays an answer, and does not prevent it', async () => {
  const { bus } = kit.harness;
  const { seq: before } = await notedPosition(bus);
  await bus.jetstream().publish(subject, '3');
  const position = await notedPosition(bus);
  expect(position.seq).toBe(before);
});
