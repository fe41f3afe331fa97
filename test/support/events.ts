import type { Msg, Subscription } from 'nats';
import { eventSchemas } from '@svc/contracts';
import type { World } from './world.ts';

/** An event as it went over the bus. */
interface SeenEvent {
  /** `svc.record.updated`, … */
  type: string;
  /** The changed thing: `contacts/12`, … */
  subject: string;
  id: string;
  data: Record<string, unknown>;
}

/** Collects all events, and waits until none is outstanding, so that a test can prove that there was no event. */
export class EventWatch {
  readonly #world: World;
  readonly #seen: SeenEvent[] = [];
  readonly #hearing: Subscription;
  #problem: Error | undefined;

  private constructor(world: World) {
    this.#world = world;
    this.#hearing = world.bus.subscribe('svc.events.>', {
      callback: (_error, message) => this.#take(message),
    });
  }

  static async open(world: World): Promise<EventWatch> {
    const watch = new EventWatch(world);
    await watch.take();
    return watch;
  }

  /** The events of all requests since the last call, in the order of arrival. */
  async take(): Promise<SeenEvent[]> {
    await this.#world.settled();
    // The server delivers earlier messages before it answers the flush.
    await this.#world.bus.flush();
    if (this.#problem) throw this.#problem;
    return this.#seen.splice(0);
  }

  close(): void {
    this.#hearing.unsubscribe();
  }

  #take(message: Msg): void {
    try {
      this.#seen.push(parse(message.json()));
    } catch (error) {
      this.#problem ??= new Error(`an event is not of the promised shape: ${message.string()}`, {
        cause: error,
      });
    }
  }
}

/** Parses an event and checks it against the schema for consumers. */
function parse(body: SeenEvent): SeenEvent {
  const entity = body.type.split('.')[1] as keyof typeof eventSchemas;
  return eventSchemas[entity].parse(body);
}
