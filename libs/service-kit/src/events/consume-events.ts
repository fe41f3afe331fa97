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
  /**
   * Whether there is anything to do for an event; there always is when absent. It is asked before who has sent it: to check a signature
   * takes longer, and an event that does nothing may be anybody's.
   */
  readonly wants?: (event: Event) => boolean;
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
  const { wants = () => true } = processor;
  const read = async (message: JsMsg): Promise<Event[]> => {
    const event = parsed(processor.schema, message);
    if (event.success && !wants(event.data)) return [];
    await verifyMessage(options.keyring, message, publisherOf(message.subject));
    if (!event.success) throw event.error;
    return [event.data];
  };
  return StreamConsumer.start({
    ...options,
    stream: processor.stream ?? eventStream,
    durable: processor.durable,
    subjects: processor.subjects,
    batchSize: processor.batchSize,
    handle: async (messages) => {
      const events = await Promise.all(messages.map(read));
      const wanted = events.flat();
      if (wanted.length > 0) await processor.handle(wanted);
    },
  });
}

function parsed<Event>(schema: z.ZodType<Event>, message: JsMsg) {
  try {
    return schema.safeParse(JSON.parse(message.string()));
  } catch (error) {
    return { success: false as const, error };
  }
}
