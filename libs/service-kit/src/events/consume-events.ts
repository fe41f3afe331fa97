import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { eventStream } from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
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

/** Starts a processor. */
export function consumeEvents<Event>(
  processor: EventProcessor<Event>,
  options: { connection: NatsConnection; log: Logger; metrics: ServiceMetrics },
): Promise<StreamConsumer> {
  return StreamConsumer.start({
    ...options,
    stream: processor.stream ?? eventStream,
    durable: processor.durable,
    subjects: processor.subjects,
    batchSize: processor.batchSize,
    handle: (messages) =>
      processor.handle(messages.map((message) => processor.schema.parse(JSON.parse(message.string())))),
  });
}
