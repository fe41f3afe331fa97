import type { Msg } from 'nats';
import { eventSchemas } from '@svc/contracts';
import type { World } from './world.ts';

/** An event as it went over the bus. */
export interface SeenEvent {
  /** `svc.record.updated`, … */
  type: string;
  /** What changed: `contacts/12`, … */
  subject: string;
  id: string;
  data: Record<string, unknown>;
}

/** Sees every event, and knows when it has seen all of them: that is how a test can tell that there was none. */
export class EventWatch {
  readonly #world: World;
  readonly #seen: SeenEvent[] = [];
  #problem: Error | undefined;

  private constructor(world: World) {
    this.#world = world;
  }

  static async open(world: World): Promise<EventWatch> {
    const watch = new EventWatch(world);
    world.bus.subscribe('svc.events.>', {
      callback: (_error, message) => watch.#take(message),
    });
    await watch.take();
    return watch;
  }

  /** All events that earlier requests have brought about since the last time, in the order in which they came. */
  async take(): Promise<SeenEvent[]> {
    await this.#world.settled();
    // The server sends what was published before its answer to this.
    await this.#world.bus.flush();
    if (this.#problem) throw this.#problem;
    return this.#seen.splice(0);
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

/** Also checks it: what is published has to have the shape that is promised to consumers. */
function parse(body: SeenEvent): SeenEvent {
  const entity = body.type.split('.')[1] as keyof typeof eventSchemas;
  return eventSchemas[entity].parse(body);
}
