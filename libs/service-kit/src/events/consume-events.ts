import type { z } from 'zod';
import { eventStream, publisherOf } from '@svc/contracts';
import type { Keyring } from '../signing/keyring.ts';
import { verifyMessage } from '../signing/sign-message.ts';
import type { HandledMessage } from './handled-message.ts';
import { StreamConsumer, type StreamConsumerOptions } from './stream-consumer.ts';

/** A processor of the events of some subjects. */
export interface EventProcessor<Event> {
  /** The durable name, which all instances of a service use, so that they share the work. */
  readonly durable: string;
  /** The name of the stream; absent: that of changes. */
  readonly stream?: string;
  readonly subjects: readonly string[];
  /** The schema of its events, or of those of a subject. */
  readonly schema: z.ZodType<Event> | ((subject: string) => z.ZodType<Event>);
  readonly batchSize: number;
  /**
   * Whether an event has to be handled; absent: every event. It runs before the signature is verified, which takes longer: an event that
   * has no effect need not be trusted.
   */
  readonly wants?: (event: Event) => boolean;
  /** Handles events. It must be idempotent by event id and independent of their order: compare versions. */
  readonly handle: (events: readonly Event[]) => Promise<void>;
}

/** The parts that the processor of events needs. */
export interface ConsumeEventsOptions extends Pick<
  StreamConsumerOptions,
  'connection' | 'log' | 'metrics' | 'intervalMs' | 'removeAfterMs'
> {
  readonly keyring: Keyring;
}

/** Starts a processor. It receives only events that their publisher has signed. */
export function consumeEvents<Event>(
  processor: EventProcessor<Event>,
  options: ConsumeEventsOptions,
): Promise<StreamConsumer> {
  const { wants = () => true } = processor;
  const read = async (message: HandledMessage): Promise<Event[]> => {
    const { schema } = processor;
    const event = parsed(typeof schema === 'function' ? schema(message.subject) : schema, message);
    if (event.success && !wants(event.data)) return [];
    await verifyMessage(options.keyring, message, publisherOf(message.subject));
    if (!event.success) throw event.error;
    return [event.data];
  };
  return StreamConsumer.start({
    ...options,
    stream: eventStream,
    ...processor,
    handle: async (messages) => {
      const events = await Promise.all(messages.map(read));
      const wanted = events.flat();
      if (wanted.length > 0) await processor.handle(wanted);
    },
  });
}

function parsed<Event>(schema: z.ZodType<Event>, message: HandledMessage) {
  try {
    return schema.safeParse(JSON.parse(message.string()));
  } catch (error) {
    return { success: false as const, error };
  }
}
