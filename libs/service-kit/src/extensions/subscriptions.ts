import type { z } from 'zod';
import {
  eventSchemas,
  eventSubject,
  extensionConsumer,
  type EntityEvents,
  type EventSelection,
} from '@svc/contracts';
import { consumeEvents, type ConsumeEventsOptions } from '../events/consume-events.ts';
import type { StreamConsumer } from '../events/stream-consumer.ts';
import { within } from '../time/within.ts';
import type { ExtensionWork } from './extension-work.ts';

type Entity = keyof EntityEvents;

interface Subscription {
  readonly extension: string;
  readonly name: string;
  readonly durable: string;
  start(options: ConsumeEventsOptions): Promise<StreamConsumer>;
}

/** The largest number of events in a batch: most are not selected, and cost less together. */
const batchSize = 20;

const schemas: { readonly [Name in Entity]: z.ZodType<EntityEvents[Name]> } = eventSchemas;

/** The subscriptions of extensions: each has a durable consumer from `start` to `stop`. */
export class Subscriptions {
  readonly #subscriptions: Subscription[] = [];
  readonly #started: (() => Promise<void>)[] = [];
  readonly #consumers: StreamConsumer[] = [];
  readonly #stopMs: number;

  /** Handlers may take `stopMs` milliseconds more when they are stopped. */
  constructor(stopMs: number) {
    this.#stopMs = stopMs;
  }

  /**
   * Adds a subscription.
   * @throws Error for an unknown entity, and for a name that another subscription of the extension has: both would share one consumer.
   */
  add<Name extends Entity>(
    { extension, name }: { extension: string; name: string },
    selection: EventSelection<Name>,
    handler: (event: EntityEvents[Name]) => void | Promise<void>,
  ): void {
    const durable = extensionConsumer(`${extension}-${name}`);
    if (this.#subscriptions.some((other) => other.durable === durable))
      throw new Error(`the subscription ${name} already exists; each subscription needs its own name`);
    const schema = schemas[selection.entity];
    if (!schema)
      throw new Error(
        `unknown entity ${selection.entity} of events; the entities are ${Object.keys(schemas).join(', ')}`,
      );
    /** The ids of the events of a failed batch that were handled: they are delivered again. */
    const handled = new Set<string>();
    const processor = {
      durable,
      subjects: subjectsOf(selection),
      schema,
      batchSize,
      wants: (event: EntityEvents[Name]) =>
        (selection.own || event.data.actor.extension?.name !== extension) &&
        isSelected(event, selection.changed),
      handle: async (events: readonly EntityEvents[Name][]) => {
        for (const event of events) {
          if (handled.has(event.id)) continue;
          await handler(event);
          handled.add(event.id);
        }
        for (const { id } of events) handled.delete(id);
      },
    };
    this.#subscriptions.push({
      extension,
      name,
      durable,
      start: (options) => consumeEvents(processor, options),
    });
  }

  /** The consumers that have started. */
  get consumers(): readonly StreamConsumer[] {
    return this.#consumers;
  }

  async start(options: ConsumeEventsOptions): Promise<void> {
    for (const { extension, name, start } of this.#subscriptions) {
      const consumer = await start(options);
      this.#consumers.push(consumer);
      this.#started.push(() => this.#stop(consumer, { extension, hook: `subscription ${name}` }, options));
    }
  }

  /** Stops the consumers, after they have finished the events that they are processing, or when these take too long. */
  async stop(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((stop) => stop()));
  }

  async #stop(consumer: StreamConsumer, work: ExtensionWork, { log }: ConsumeEventsOptions): Promise<void> {
    const limitMs = this.#stopMs;
    try {
      await within(limitMs, consumer.stop());
    } catch (error) {
      // Its event is not acknowledged: another instance gets it, or the next start.
      log.warn({ ...work, err: error, limitMs }, 'subscription of an extension did not stop in time');
    }
  }
}

function isSelected({ data }: EntityEvents[Entity], changed: readonly string[] | undefined): boolean {
  return !changed || ('changed' in data && changed.some((key) => Object.hasOwn(data.changed, key)));
}

function subjectsOf({ entity, postType = '*', verbs }: EventSelection<Entity>): string[] {
  const wanted = verbs?.length ? [...new Set(verbs)] : ['*'];
  return wanted.map((verb) => eventSubject(entity, postType, verb));
}
