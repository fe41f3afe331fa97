import type { JsMsg, NatsConnection } from 'nats';
import type { z } from 'zod';
import { eventStream, publisherOf } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { verifyMessage } from '../signing/sign-message.ts';
import { StreamConsumer } from './stream-consumer.ts';

/** What a service does with the events of some subjects. */
export interface EventProcessor<Event> {
  /** The durable name; every instance of a service uses the same and shares the work. */
  readonly durable: string;
  /** That of changes when absent. */
  readonly stream?: string;
  readonly subjects: readonly string[];
  readonly schema: z.ZodType<Event>;
  readonly batchSize: number;
  /** Has to be idempotent by event id and indifferent to order: look at the version. */
  readonly handle: (events: readonly Event[]) => Promise<void>;
}

/** What events are consumed with. */
export interface ConsumeEventsOptions {
  readonly connection: NatsConnection;
  readonly keyring: Keyring;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  /** See `StreamConsumerOptions`. */
  readonly intervalMs?: number;
}

/** Starts a processor. It hears only what the publisher of its events has signed. */
export function consumeEvents<Event>(
  processor: EventProcessor<Event>,
  options: ConsumeEventsOptions,
): Promise<StreamConsumer> {
  const read = async (message: JsMsg) => {
    await verifyMessage(options.keyring, message, publisherOf(message.subject));
    return processor.schema.parse(JSON.parse(message.string()));
  };
  return StreamConsumer.start({
    ...options,
    stream: processor.stream ?? eventStream,
    durable: processor.durable,
    subjects: processor.subjects,
    batchSize: processor.batchSize,
    handle: async (messages) => processor.handle(await Promise.all(messages.map(read))),
  });
}
